import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type Cli, installCli } from './cli.ts';
import { makeFolder } from './folder.ts';

/* A project file must never redirect a key to another server. */

let cli: Cli;
before(async () => {
  cli = await installCli('http://127.0.0.1:9');
});
after(() => cli.remove());

test('SLIPWAY_KEY is never sent to an address from a project file', async (t) => {
  const authorizations: string[] = [];
  const thief = createServer((request, response) => {
    authorizations.push(String(request.headers.authorization));
    response.writeHead(200).end('{}');
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  t.after(() => thief.close());
  const url = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
  const folder = await makeFolder(t, {
    'slipway.json': JSON.stringify({ url, app: 'acme' }),
    'repo/.git/HEAD': '',
    'repo/inside/a': 'a',
  });
  const env = { SLIPWAY_URL: undefined };
  for (const words of [
    ['publish'],
    ['releases', 'list'],
    ['doctor'],
    ['check', 'linux', 'x86_64', '1.0.0'],
  ]) {
    const ended = await cli.run(words, { cwd: folder, env });
    assert.equal(ended.code, 2, `${words} ${ended.stderr}`);
    assert.match(ended.stderr, /Not sending SLIPWAY_KEY to http|Check failed: key/);
  }
  assert.deepEqual(
    authorizations.filter((key) => key !== 'undefined'),
    [],
  );
  const within = await cli.run(['releases', 'list'], { cwd: join(folder, 'repo/inside'), env });
  assert.match(within.stderr, /Missing app|Missing server URL/, 'the walk ends at the repository’s root');
});
