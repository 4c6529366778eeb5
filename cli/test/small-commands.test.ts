import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import type { Client } from '@slipway/api';
import { audit } from '../src/commands/audit.ts';
import { commands } from '../src/commands/table.ts';
import { createTestContext } from './terminal-context.ts';

const named = (name: string) => commands.find((command) => command.name === name);

test('audit shows a key by its name and ID, and other actors by their role', async () => {
  const entry = { id: '1', at: '2026-01-01T00:00:00.000Z', action: 'key.create', subject: 'x', detail: {} };
  const entries = [
    { ...entry, actor: 'key_1', actorName: 'release pipeline' },
    { ...entry, actor: 'admin', actorName: 'admin' },
  ];
  const { context, written } = createTestContext('/');
  const client = () => ({ listAudit: async () => ({ entries, next: null }) }) as unknown as Client;
  await audit.run({ args: [], options: {} }, { ...context, client });
  assert.match(written.stdout, / release pipeline \(key_1\) +key\.create/);
  assert.match(written.stdout, / admin +key\.create/);
});

test('releases restore accepts --yes, like withdraw', () => {
  for (const verb of ['withdraw', 'restore'])
    assert.ok(
      named(`releases ${verb}`)?.options?.some(({ flags }) => flags === '--yes'),
      verb,
    );
});

test('the PowerShell completion has every command and every flag', async (t) => {
  const { context, written } = createTestContext('/');
  await named('completion')?.run({ args: ['powershell'], options: {} }, context);
  const script = written.stdout;
  for (const { name, options = [], passesThrough } of commands) {
    const line = script
      .split('\n')
      .find((one) => one.startsWith(`    '${name}' = @('--`) || one === `    '${name}' = @()`);
    assert.ok(line !== undefined, name);
    for (const { flags } of passesThrough ? [] : options)
      assert.ok(line.includes(`'${/--[\w-]+/.exec(flags)?.[0]}'`), `${name} ${flags}`);
  }
  for (const [open, close] of ['()', '{}', '[]'])
    assert.equal(script.split(open ?? '').length, script.split(close ?? '').length, `${open}${close}`);
  const shell = spawnSync('pwsh', ['-NoProfile', '-Command', '-'], {
    input: `${script}\n(TabExpansion2 'slipway releases with' 21).CompletionMatches.CompletionText\n`,
    encoding: 'utf8',
  });
  if (shell.error === undefined) assert.equal(shell.stdout.trim(), 'withdraw');
  else t.diagnostic('pwsh is not installed here: only the structure of the script was compared');
});
