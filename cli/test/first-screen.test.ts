import assert from 'node:assert/strict';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { dial } from '../../lab/dial.ts';
import { openFolder, type TemporaryFolder } from '../../lab/folder.ts';
import { freePorts } from '../../lab/free-port.ts';
import { copyRepository, repository } from '../../lab/repository.ts';
import { openTerminal, type Terminal } from './pseudo-terminal.ts';

/*
 * Types the README's first screen into terminals, unmodified: a copy of the repository after `npm ci`, an empty HOME,
 * and only free ports set. Each way to start opens the data of the previous one.
 */

const enter = '\r';
const controlC = '\u0003';

describe('quick start of the README', () => {
  let folder: TemporaryFolder;
  let clone: string;
  let readme: string;
  let env: Record<string, string>;
  let address: string;
  const opened: Terminal[] = [];
  before(async () => {
    folder = await openFolder('first-screen');
    clone = join(folder.path, 'slipway');
    await copyRepository(clone);
    await symlink(join(repository, 'node_modules'), join(clone, 'node_modules'));
    await mkdir(join(folder.path, 'home'));
    readme = await readFile(join(clone, 'README.md'), 'utf8');
    const [port = 0, uploadPort = 0] = await freePorts(2);
    address = `http://localhost:${port}`;
    env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: join(folder.path, 'home'),
      TERM: 'xterm-256color',
      PORT: `${port}`,
      SLIPWAY_UPLOAD_PORT: `${uploadPort}`,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    };
  });
  after(async () => {
    for (const terminal of opened) terminal.type(controlC);
    await Promise.all(opened.map(({ ended }) => ended));
    await folder.remove();
  });

  /** Runs a block of the README in a terminal; a failing line ends it. */
  const runBlock = (name: string): Terminal => {
    const [, rest = ''] = readme.split(`<!-- first screen: ${name} -->\n`);
    const block = /^```sh\n([\s\S]*?)```/.exec(rest)?.[1];
    assert.ok(block !== undefined, `the README has no block "${name}"`);
    const terminal = openTerminal('bash', ['--norc', '-ec', block], {
      cwd: clone,
      env,
      timeoutMs: 300_000,
    });
    opened.push(terminal);
    return terminal;
  };

  const checkIsOffered = async () => {
    const { status, json } = await dial(
      `${address.replace('://', '://hello.')}/releases/stable/linux/x86_64/0.9.0`,
    );
    assert.equal(status, 200);
    const { version, url } = json<{ version: string; url: string }>();
    assert.deepEqual([version, (await dial(url)).text()], ['1.0.0', 'the bytes of hello\n']);
  };

  const end = async (terminal: Terminal) => {
    terminal.type(controlC);
    assert.equal(await terminal.ended, 0, terminal.screen());
  };

  test('the single file starts a server, and publishes a release that a client is offered', async () => {
    const serving = runBlock('binary');
    await serving.see(new RegExp(`Slipway \\S+ answers at ${address} `));
    const [key] = await serving.see(/slw_adm_\w+/);

    const releasing = runBlock('release');
    await releasing.see(/The address of the service/);
    releasing.type(`${address}${enter}`);
    await releasing.see(/The key for/);
    releasing.type(`${key}${enter}`);
    await releasing.see(/Create it \(adapter rest\)\?/);
    releasing.type(enter);
    await releasing.see(/[Cc]reate a .*key.*\?/);
    releasing.type(enter);
    await releasing.see(/Publish 1\.0\.0 on stable\?/);
    releasing.type(enter);
    await releasing.see(/Published.* hello 1\.0\.0 on stable/);
    assert.equal(await releasing.ended, 0, releasing.screen());
    await checkIsOffered();
    await end(serving);
  });

  for (const way of ['package', 'clone'])
    test(`the ${way} also starts a server`, async () => {
      const serving = runBlock(way);
      await serving.see(new RegExp(`Slipway \\S+ answers at ${address} `));
      await checkIsOffered();
      await end(serving);
    });
});
