import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import test, { after } from 'node:test';
import { githubClaims, startOidcIssuer } from '../../lab/oidc-issuer.ts';
import { findOldestNode } from '../../lab/oldest-node.ts';
import { commands } from '../src/commands/table.ts';
import { importsOn } from './bundled-imports.ts';
import { everyCommand, projectFiles, type Step } from './every-command.ts';
import { makeFolder } from './folder.ts';
import { openStage } from './stage.ts';

/* Runs the packed CLI on the oldest supported Node.js and on the version that the server needs. */

const issuer = await startOidcIssuer();
after(() => issuer.stop());
const { service, cli } = await openStage({ SLIPWAY_OIDC_ISSUERS: issuer.issuer });
const oldest = findOldestNode();
const skip = oldest === undefined && 'npm has none';
const nodes = [
  ...(oldest === undefined ? [] : [{ name: 'oldest', node: oldest }]),
  { name: 'newest', node: process.execPath },
];

const commandOf = (words: string): string | undefined =>
  commands
    .map(({ name }) => name)
    .filter((name) => words === name || words.startsWith(`${name} `))
    .toSorted((a, b) => b.length - a.length)[0];

for (const { name, node } of nodes)
  test(`every command runs on the ${name} Node.js`, async (t) => {
    const app = `node-${name}`;
    const folder = await makeFolder(t, projectFiles());
    const captured = new Map<string, string>();
    const run = async ({ words, codes = [0], env, input = '', capture }: Step): Promise<void> => {
      const filled = words.replaceAll(/\{(\w+)\}/g, (_, key: string) => captured.get(key) ?? '');
      const ended = await cli.run(filled.split(' '), {
        cwd: folder,
        env: { SLIPWAY_APP: app, XDG_CONFIG_HOME: folder, PATH: '/usr/bin:/bin', ...env },
        input,
        node,
      });
      const transcript = `slipway ${filled}: ${ended.code}\n${ended.stdout}${ended.stderr}`;
      assert.ok(codes.includes(ended.code ?? -1), transcript);
      if (capture === undefined) return;
      const [found] = capture.pattern.exec(ended.stdout) ?? assert.fail(transcript);
      captured.set(capture.name, found);
    };
    const around = { app, url: service.url, issuer: issuer.issuer, runner: issuer.runnerEnv(githubClaims()) };
    const steps = everyCommand(around);
    for (const step of steps) await run(step);
    const called = new Set(steps.map(({ words }) => commandOf(words)));
    assert.deepEqual(
      commands.map((command) => command.name).filter((one) => !called.has(one)),
      [],
      'these were not called',
    );
  });

test('the oldest Node.js supports every import of the bundle', { skip }, () => {
  const { count, missing } = importsOn(oldest ?? '', dirname(cli.bin));
  assert.ok(count > 30, `only ${count} names were found`);
  assert.deepEqual(missing, []);
});

test('questions and progress work on the oldest Node.js', { skip }, async (t) => {
  await service.client.createApp({ slug: 'asked', adapter: 'rest' });
  const cwd = await makeFolder(t, projectFiles());
  const words = 'publish --app asked --release 1.0.0 --target linux-x86_64=a.AppImage'.split(' ');
  const terminal = cli.open(words, { cwd, ...(oldest === undefined ? {} : { node: oldest }) });
  await terminal.see(/Publish 1\.0\.0 on stable\?/);
  terminal.type('\r');
  await terminal.see(/Published.* asked 1\.0\.0 on stable/);
  assert.equal(await terminal.ended, 0, terminal.screen());
});
