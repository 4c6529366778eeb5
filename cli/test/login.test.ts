import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFolder } from './folder.ts';
import { adminKey } from './service.ts';
import { openStage } from './stage.ts';

/* From an empty folder to a first release. */

const enter = '\r';

const { service, cli } = await openStage();

/** No login on this machine, and no variables. */
const bare = (home: string) => ({ SLIPWAY_URL: undefined, SLIPWAY_KEY: undefined, XDG_CONFIG_HOME: home });

test('login stores a valid key although the app does not exist, and offers to create it', async (t) => {
  const home = await makeFolder(t);
  const folder = await makeFolder(t, {
    'slipway.json': JSON.stringify({ url: service.url, app: 'later' }),
    'package.json': '{"devDependencies": {"electron": "1"}}',
  });
  const options = { cwd: folder, env: bare(home), input: adminKey };
  const login = ['login', '--url', service.url, '--key-stdin'];
  const first = await cli.run(login, options);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /App later doesn’t exist on [^\n]* `slipway apps create later --adapter rest`/);
  assert.equal((await cli.run(['apps', 'create', 'later', '--adapter', 'rest'], options)).code, 0);
  const again = await cli.run(login, options);
  assert.deepEqual([again.code, again.stderr], [0, '']);

  const terminal = cli.open(['login', '--app', 'much-later'], options);
  await terminal.see(/Key for http/);
  terminal.type(`${adminKey}${enter}`);
  await terminal.see(/Logged in to/);
  await terminal.see(/App much-later doesn’t exist on \S+\. Create it \(adapter rest\)\?/);
  terminal.type(enter);
  await terminal.see(/Created app much-later/);
  assert.equal(await terminal.ended, 0);

  const { secret } = await service.client.createKey('later', { name: 'ci' });
  const other = await cli.run([...login, '--app', 'elsewhere', '--yes'], { ...options, input: secret });
  assert.equal(other.code, 0, other.stderr);
  assert.match(other.stderr, /warning: this key has no access to app elsewhere/);
});

test('a piped key is not sent to an address from a project file', async (t) => {
  const home = await makeFolder(t);
  const folder = await makeFolder(t, { 'slipway.json': JSON.stringify({ url: service.url, app: 'later' }) });
  for (const command of ['login', 'init']) {
    const options = { cwd: folder, env: bare(home), input: adminKey };
    const ended = await cli.run([command, '--key-stdin'], options);
    assert.equal(ended.code, 2);
    assert.match(
      ended.stderr,
      /Not sending the key to http\S+, because that URL comes from \S+slipway\.json\.\nPass --url/,
    );
  }
});
