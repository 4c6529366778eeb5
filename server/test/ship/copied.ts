import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { appendFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openFolder } from '../../../lab/folder.ts';
import { copyRepository, repository } from '../../../lab/repository.ts';

/* A copy of this repository in which a release may be made. */

const run = promisify(execFile);

/** The copy's tests pass immediately unless these variables say otherwise: the real ones are already running. */
const stubbedTests =
  'node -e "console.log(\'testing\'); setTimeout(() => process.exit(Number(process.env.TESTS_END_WITH || 0)), Number(process.env.TESTS_TAKE_MS || 0))"';

/** A copy with an unreleased change, one commit and the installed packages. */
export const openCopy = async () => {
  const folder = await openFolder('release');
  const path = join(folder.path, 'repository');
  await copyRepository(path);
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  Object.assign(manifest.scripts, { test: stubbedTests, 'test:all': stubbedTests });
  await writeFile(join(path, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const changelog = await readFile(join(path, 'CHANGELOG.md'), 'utf8');
  await writeFile(
    join(path, 'CHANGELOG.md'),
    changelog.replace('## Unreleased\n', '## Unreleased\n\n- A change.\n'),
  );
  await symlink(join(repository, 'node_modules'), join(path, 'node_modules'));

  const git = async (...words: string[]): Promise<string> => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    return (await run('git', [...who, ...words], { cwd: path })).stdout.trim();
  };
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('config', 'user.name', 'Test');
  await git('config', 'user.email', 'test@example.com');
  await appendFile(join(path, '.git', 'info', 'exclude'), 'node_modules\n');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Everything');
  return { path, git, remove: folder.remove };
};

/** A minisign key pair without a password: the secret key's file and the public key's line. */
export const makeSigningKey = (): { secretFile: string; publicLine: string } => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const id = Buffer.from('0123456789abcdef', 'hex');
  const [seed, raw] = [d, x].map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer];
  const head = Buffer.concat([Buffer.from('Ed\0\0B2', 'latin1'), Buffer.alloc(48)]);
  const secret = Buffer.concat([head, id, seed, raw, Buffer.alloc(32)]).toString('base64');
  return {
    secretFile: `untrusted comment: minisign secret key\n${secret}\n`,
    publicLine: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'),
  };
};
