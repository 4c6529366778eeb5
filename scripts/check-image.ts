import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fetchPackagesTar, installNode, loginEnv } from './check-deploy/debian-folder.ts';
import {
  parseCommandWords,
  parseContainerfile,
  parseVariables,
  type Step,
} from './check-image/containerfile.ts';
import { openUnprivileged, type Unprivileged } from './check-image/unprivileged.ts';
import { packAll } from './ship/packages.ts';
import { distFolder, rootFolder } from './ship/root.ts';

/*
 * Runs deploy/Containerfile without a container engine: in a folder of Debian 12 packages, as an unprivileged user
 * without a network. Not part of `npm test`, which needs only npm packages.
 */

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const insist = (isThere: boolean, need: string): void => {
  if (isThere) return;
  say(`This needs ${need}.`);
  process.exit(2);
};

/** The state that each step changes. */
interface Image {
  root: string;
  as: Unprivileged;
  user: string;
  folder: string;
  env: Record<string, string>;
}

/** A command prefix that runs as the image's current user in its current folder. */
const asUser = ({ user, folder }: Image, words: string[]): string[] => {
  const change = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--no-new-privs'];
  return [...(user === 'root' ? [] : change), 'sh', '-c', `cd ${folder} && exec "$@"`, 'sh', ...words];
};

const insideOf = (image: Image, mode: 'build' | 'run', words: string[]): string => {
  const { root, as, env } = image;
  const { status, stdout, stderr } = as.runInside(root, asUser(image, words), { mode, env });
  assert.equal(status, 0, `${words.join(' ')}\nended with ${status}:\n${stdout}${stderr}`);
  return stdout;
};

/** Only files that pass .dockerignore are available to copy. */
const copy = ({ root, as }: Image, text: string): void => {
  const ignored = readFileSync(join(rootFolder, '.dockerignore'), 'utf8').split('\n');
  const [pattern = '', target = ''] = text.split(' ');
  assert.ok(ignored.includes('*') && ignored.includes(`!${pattern}`), `.dockerignore withholds ${pattern}`);
  const [found = '', ...more] = globSync(pattern, { cwd: rootFolder });
  assert.ok(found !== '' && more.length === 0, `${pattern} is ${[found, ...more].join(', ') || 'nothing'}`);
  copyFileSync(join(rootFolder, found), join(root, target));
  chownSync(join(root, target), as.id, as.id);
};

const steps: Record<string, (image: Image, step: Step) => Image> = {
  FROM: (image) => image,
  COPY: (image, { text }) => {
    copy(image, text);
    return image;
  },
  RUN: (image, { text }) => {
    insideOf(image, 'build', ['sh', '-c', text]);
    return image;
  },
  USER: (image, { text }) => {
    assert.equal(insideOf({ ...image, user: text }, 'build', ['id', '-un']).trim(), text);
    return { ...image, user: text };
  },
  WORKDIR: (image, { text }) => ({ ...image, folder: text }),
  ENV: (image, step) => ({ ...image, env: { ...image.env, ...parseVariables(step) } }),
  VOLUME: (image, { text }) => {
    insideOf(image, 'build', ['test', '-w', text]);
    return image;
  },
  EXPOSE: (image) => image,
  HEALTHCHECK: (image) => image,
  CMD: (image) => image,
};

const quote = (words: string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

const serve = (image: Image, all: Step[]): void => {
  const words = (instruction: string) =>
    quote(
      parseCommandWords(all.find((step) => step.instruction === instruction) ?? assert.fail(instruction)),
    );
  const env = { ...image.env, HEALTHCHECK: words('HEALTHCHECK'), COMMAND: words('CMD') };
  const script = readFileSync(new URL('check-image/serving.sh', import.meta.url), 'utf8');
  for (const start of ['first', 'second']) {
    // Each start creates an app; the second finds the first one's data.
    const output = insideOf({ ...image, env }, 'run', ['sh', '-c', script.replace('"hello"', `"${start}"`)]);
    assert.equal(
      output,
      `user ${image.user}\nrights 700 ${image.user} 600 ${image.user} 600 ${image.user} \nended 0\n`,
    );
    say(
      `  the ${start} start is healthy as ${image.user}, on a root that cannot be written, and ends with 0`,
    );
  }
};

const makeRoot = async (root: string, as: Unprivileged): Promise<void> => {
  const tar = await fetchPackagesTar(say);
  chownSync(dirname(root), as.id, as.id);
  mkdirSync(root);
  chownSync(root, as.id, as.id);
  const unpack = ['nsenter', ...as.enter, 'tar', '-x', '--exclude=./dev/*', '-C', root];
  // Opened here, because the unprivileged user may not be able to read the file.
  execFileSync('sh', ['-c', 'exec "$@" < "$0"', tar, ...unpack]);
  await installNode(root);
  execFileSync('chown', ['-R', `${as.id}:${as.id}`, join(root, 'usr/local')]);
};

insist(process.getuid?.() === 0, 'root, for a user of its own');
for (const command of ['mmdebstrap', 'unshare', 'nsenter', 'setpriv', 'ip'])
  insist(spawnSync(command, ['--version']).error === undefined, `the command ${command}`);
const folder = mkdtempSync(join(tmpdir(), 'slipway-image-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const as = await openUnprivileged();
try {
  const root = join(folder, 'image');
  await makeRoot(root, as);
  mkdirSync(distFolder, { recursive: true });
  say(`packed ${basename((await packAll(distFolder))[0] ?? '')}`);
  const all = parseContainerfile(readFileSync(join(rootFolder, 'deploy/Containerfile'), 'utf8'));
  let image: Image = { root, as, user: 'root', folder: '/', env: loginEnv };
  for (const step of all) {
    image = (steps[step.instruction] ?? assert.fail(`${step.instruction} is not known here`))(image, step);
    if (['COPY', 'RUN', 'USER'].includes(step.instruction)) say(`  ${step.instruction} ${step.text}`);
  }
  serve(image, all);
  say('All of it holds. Not run here: the image of FROM, and what an engine does with the rest.');
} finally {
  as.end();
}
