import { execFile, spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dateChangelog } from './changelog.ts';
import { writeChecksums } from './checksums.ts';
import { buildExecutable } from './executable.ts';
import { packAll } from './packages.ts';
import { distFolder, rootFolder } from './root.ts';
import { signFile } from './signing.ts';
import { readVersion, setVersion } from './versions.ts';

/*
 * A release is a commit that sets the version and dates the changelog, a tag on it, and files built from exactly that.
 * Nothing is uploaded. Until the commit, a failed step rolls everything back.
 */

export interface ReleaseOptions {
  version: string;
  /** A minisign secret key; without one the checksums stay unsigned. */
  keyFile?: string | undefined;
  today: Date;
  say(line: string): void;
}

const git = async (...words: string[]): Promise<string> =>
  (await promisify(execFile)('git', words, { cwd: rootFolder })).stdout.trim();

const numbersOf = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number);

const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const index = a.findIndex((number, place) => number !== b[place]);
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0);
};

const checkVersion = (version: string): void => {
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version))
    throw new Error(`"${version}" is not a version: it needs three numbers, like 0.2.0.`);
};

const checkWorkingTree = async (): Promise<void> => {
  if ((await git('status', '--porcelain')) !== '')
    throw new Error('The working tree has changes. Commit them, or put them away with `git stash -u`.');
};

const checkOptions = async ({ version, keyFile }: ReleaseOptions): Promise<void> => {
  checkVersion(version);
  const current = await readVersion();
  if (isOlder(version, current)) throw new Error(`${version} is older than the current version ${current}.`);
  await checkWorkingTree();
  if ((await git('tag', '--list', `v${version}`)) !== '')
    throw new Error(`The tag v${version} exists already: a version is released once.`);
  if (keyFile !== undefined) await readFile(keyFile);
};

const writeVersion = async ({ version, today }: ReleaseOptions): Promise<void> => {
  const path = join(rootFolder, 'CHANGELOG.md');
  const dated = dateChangelog(await readFile(path, 'utf8'), version, today.toISOString().slice(0, 10));
  await writeFile(path, dated);
  await setVersion(version);
};

const runTests = (): void => {
  for (const words of [['test'], ['run', 'test:all']]) {
    const { status } = spawnSync('npm', words, { cwd: rootFolder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`\`npm ${words.join(' ')}\` failed: nothing was released.`);
  }
};

const makeFiles = async ({ version, keyFile, say }: ReleaseOptions): Promise<void> => {
  await rm(distFolder, { recursive: true, force: true });
  for (const path of await packAll(distFolder)) say(path);
  say(await buildExecutable(distFolder));
  const checksums = await writeChecksums(distFolder);
  say(checksums);
  if (keyFile === undefined) {
    say('SHA256SUMS is not signed. To sign it, give --key <file> with a minisign secret key.');
    return;
  }
  const publicKey = await signFile(checksums, keyFile, version);
  say(`${checksums}.minisig (verify with: minisign -Vm SHA256SUMS -P ${publicKey})`);
};

/** Builds the files of a release, without tests, commit and tag. */
export const dryRun = async ({
  version,
  ...options
}: Omit<ReleaseOptions, 'version'> & { version: string | undefined }): Promise<void> => {
  const current = await readVersion();
  if (version === undefined || version === current) {
    await makeFiles({ ...options, version: current });
    return;
  }
  checkVersion(version);
  await checkWorkingTree();
  // Ctrl-C ends the build, then the version is restored.
  process.once('SIGINT', () => undefined);
  try {
    await setVersion(version);
    await makeFiles({ ...options, version });
  } finally {
    await git('restore', '.');
  }
};

/** Releases the committed state; on failure throws one sentence and rolls back. */
export const release = async (options: ReleaseOptions): Promise<void> => {
  const { version, say } = options;
  await checkOptions(options);
  // Ctrl-C also ends the tests, then everything is rolled back; the second one does not wait for that.
  let isInterrupted = false;
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  try {
    await writeVersion(options);
    runTests();
    await makeFiles(options);
    if (isInterrupted) throw new Error('Interrupted: nothing was released.');
    await git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  } catch (error) {
    await git('restore', '--staged', '--worktree', '.');
    throw error;
  }
  await git('tag', '--annotate', `v${version}`, '--message', `Slipway ${version}`);
  say(
    `Released ${version}. To publish it: git push origin ${await git('branch', '--show-current')} v${version}`,
  );
};
