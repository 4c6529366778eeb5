import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { dial } from '../../lab/dial.ts';
import { openFolder, type TemporaryFolder } from '../../lab/folder.ts';
import { freePorts } from '../../lab/free-port.ts';
import { copyRepository, repository } from '../../lab/repository.ts';
import { openTerminal, type Terminal } from './pseudo-terminal.ts';

/*
 * Types the first commands of README.md and GETTING-STARTED.md into terminals, unmodified: a copy of the repository after
 * `npm ci`, an empty HOME, and only free ports set. Each way to start opens the data of the previous one.
 */

const enter = '\r';
const controlC = '\u0003';

const started = 'docs/GETTING-STARTED.md';

describe('quick start of README and GETTING-STARTED', () => {
  let folder: TemporaryFolder;
  let clone: string;
  let env: Record<string, string>;
  let address: string;
  const opened: Terminal[] = [];
  before(async () => {
    folder = await openFolder('first-screen');
    clone = join(folder.path, 'slipway');
    await copyRepository(clone);
    await symlink(join(repository, 'node_modules'), join(clone, 'node_modules'));
    await mkdir(join(folder.path, 'home'));
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

  const blockOf = async (document: string, name: string): Promise<string> => {
    const [, rest = ''] = (await readFile(join(clone, document), 'utf8')).split(
      `<!-- first screen: ${name} -->\n`,
    );
    return /^```sh\n([\s\S]*?)```/.exec(rest)?.[1] ?? assert.fail(`${document} has no block "${name}"`);
  };

  /** Runs blocks of a document in a terminal, one after the other; a failing line ends it. */
  const runBlocks = async (document: string, ...names: string[]): Promise<Terminal> => {
    const blocks = await Promise.all(names.map((name) => blockOf(document, name)));
    const terminal = openTerminal('bash', ['--norc', '-ec', blocks.join('')], {
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

  test('a clone starts a server, and the CLI publishes a release that a client is offered', async () => {
    const serving = await runBlocks('README.md', 'clone');
    await serving.see(new RegExp(`Slipway \\S+ is running at ${address} `));
    const [key] = await serving.see(/slw_adm_\w+/);

    const releasing = await runBlocks('README.md', 'setup', 'release');
    await releasing.see(/Server URL/);
    releasing.type(`${address}${enter}`);
    await releasing.see(/Key for/);
    releasing.type(`${key}${enter}`);
    await releasing.see(/Create it \(adapter rest\)\?/);
    releasing.type(enter);
    await releasing.see(/[Cc]reate a .*key.*\?/);
    releasing.type(enter);
    await releasing.see(/Published.* hello 1\.0\.0 on stable/);
    await releasing.see(/ gets .*1\.0\.0/);
    assert.equal(await releasing.ended, 0, releasing.screen());
    await checkIsOffered();

    const check = (await blockOf('README.md', 'check')).replaceAll('localhost:8080', new URL(address).host);
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-ec', check]);
    assert.equal(JSON.parse(stdout).version, '1.0.0');
    await end(serving);
  });

  test('GETTING-STARTED has the same commands', async () => {
    for (const [name, same] of [
      ['clone', 'start'],
      ['setup', 'setup'],
      ['release', 'release'],
    ] as const)
      assert.equal(await blockOf(started, same), await blockOf('README.md', name));
  });

  for (const way of ['binary', 'package'])
    test(`the ${way} also starts a server`, async () => {
      const serving = await runBlocks(started, way);
      await serving.see(new RegExp(`Slipway \\S+ is running at ${address} `));
      await checkIsOffered();
      await end(serving);
    });

  test('the tarball of the CLI has a checksum for the recipes', async () => {
    const packing = await runBlocks('docs/ci/README.md', 'checksum');
    await packing.see(/[0-9a-f]{64} {2}dist\/slipway-cli-\S+\.tgz/);
    assert.equal(await packing.ended, 0, packing.screen());
  });
});
