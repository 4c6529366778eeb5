import assert from 'node:assert/strict';
import test from 'node:test';
import { renderReference } from '../scripts/write-reference.ts';
import { commands } from '../src/commands/table.ts';
import { exitCodes } from '../src/errors/failure.ts';
import { optionNames } from '../src/option-names.ts';
import { buildProgram } from '../src/program.ts';

test('every exit code is documented', () => {
  for (const code of Object.values(exitCodes))
    assert.match(renderReference(), new RegExp(`^\\| ${code} \\|`, 'm'));
});

test('command names are unique, and a flag takes a value everywhere or nowhere', () => {
  const names = commands.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const takesValue = new Map<string, boolean>();
  for (const { name, options = [] } of commands) {
    for (const option of options) {
      const [flag = ''] = optionNames(option);
      const value = option.flags.includes('<');
      assert.equal(takesValue.get(flag) ?? value, value, `${name} ${flag}`);
      takesValue.set(flag, value);
    }
  }
});

test('every command group has a description', () => {
  const program = buildProgram(commands, { version: '0', write: () => {}, act: async () => {} });
  for (const group of program.commands) assert.notEqual(group.description(), '', group.name());
});

test('destructive commands ask: every delete, withdraw and prune has --yes', () => {
  for (const { name, options = [] } of commands) {
    if (!/ (delete|withdraw)$|^prune$/.test(name)) continue;
    assert.ok(
      options.some(({ flags }) => flags === '--yes'),
      name,
    );
  }
});

test('examples use existing commands and flags', () => {
  for (const { examples } of commands) {
    for (const { command } of examples) {
      const [, first = '', second = ''] = command.slice(command.indexOf('slipway ')).split(/[\s)]+/);
      const found = commands.find(({ name }) => name === `${first} ${second}` || name === first);
      assert.ok(found, command);
      const flags = found.passesThrough ? [] : (command.match(/--[a-z-]+/g) ?? []);
      const has = [...(found.options ?? []).flatMap(optionNames), '--url', '--json'];
      for (const flag of flags) assert.ok(has.includes(flag), `${command}: ${flag}`);
    }
  }
});

test('help and reference are in plain English, without placeholders', () => {
  const odd = /unless told|\banew\b|it reads at|\{base_url\}|\ba month\b|, as \S+|\ba line\b|may be told/g;
  assert.deepEqual(renderReference().match(odd), null);
});
