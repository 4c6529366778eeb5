import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { repository } from '../../../lab/repository.ts';

/*
 * Runs every npm script first in a checkout without installed packages. The install brings the required Node.js, but a
 * shell that has called `node` before keeps the old path. Shell scripts stand in for both and record their commands;
 * only npm and the installer really run.
 */

interface Manifest {
  scripts: Record<string, string>;
  workspaces?: string[];
}

const readManifest = async (workspace: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(repository, workspace, 'package.json'), 'utf8'));

const root = await readManifest('');
const manifests = new Map([['', root]]);
for (const name of root.workspaces ?? []) {
  const manifest = await readManifest(name);
  if (manifest.scripts !== undefined) manifests.set(name, manifest);
}

const cases = [...manifests].flatMap(([workspace, { scripts }]) =>
  Object.keys(scripts)
    .filter((name) => !(name.startsWith('pre') && scripts[name.slice(3)] !== undefined))
    .map((name) => ({ workspace, name })),
);

/** Runs npm and the installer; records everything else. */
const nodeNamed = (which: string): string => `#!/bin/sh
case "$1" in
  */npm | */npm-cli.js | *ensure-installed.mjs) exec "${process.execPath}" "$@" ;;
  *) echo "${which} node $*" >> "$CALLS" ;;
esac
`;

const installer = `
import { mkdirSync, writeFileSync } from 'node:fs';
const bin = new URL('../node_modules/.bin/', import.meta.url);
mkdirSync(bin, { recursive: true });
for (const name of ['biome', 'tsc', 'knip'])
  writeFileSync(new URL(name, bin), '#!/bin/sh\\necho "new ' + name + ' $*" >> "$CALLS"\\n', { mode: 0o755 });
writeFileSync(new URL('node', bin), process.env.NEW_NODE, { mode: 0o755 });
`;

describe('an npm script in a checkout where nothing is installed', () => {
  let folder: TemporaryFolder;
  let checkout: string;
  before(async () => {
    folder = await openFolder('first-run');
    checkout = join(folder.path, 'checkout');
    await mkdir(join(checkout, 'scripts'), { recursive: true });
    await writeFile(join(checkout, 'scripts', 'ensure-installed.mjs'), installer);
    const workspaces = [...manifests.keys()].filter((name) => name !== '');
    for (const [workspace, { scripts }] of manifests) {
      await mkdir(join(checkout, workspace), { recursive: true });
      const manifest = { name: `first-run-${workspace}`, version: '1.0.0', type: 'module', scripts };
      const text = JSON.stringify(workspace === '' ? { ...manifest, workspaces } : manifest);
      await writeFile(join(checkout, workspace, 'package.json'), text);
    }
    await mkdir(join(folder.path, 'bin'));
    await writeFile(join(folder.path, 'bin', 'node'), nodeNamed('old'));
    await chmod(join(folder.path, 'bin', 'node'), 0o755);
  });
  after(() => folder.remove());

  const callsOf = async ({ workspace, name }: (typeof cases)[number]): Promise<string[]> => {
    const calls = join(folder.path, 'calls');
    await writeFile(calls, '');
    await rm(join(checkout, 'node_modules'), { recursive: true, force: true });
    const where = workspace === '' ? [] : ['--workspace', workspace];
    const PATH = (process.env.PATH ?? '').split(':').filter((place) => !place.includes('node_modules'));
    await promisify(execFile)('npm', ['run', '--silent', name, ...where], {
      cwd: checkout,
      env: {
        PATH: [join(folder.path, 'bin'), ...PATH].join(':'),
        HOME: folder.path,
        CALLS: calls,
        NEW_NODE: nodeNamed('new'),
        npm_config_update_notifier: 'false',
      },
    });
    return (await readFile(calls, 'utf8')).trim().split('\n');
  };

  for (const one of cases)
    test(
      `${one.workspace} ${one.name} runs on the Node.js that was installed for it`.trimStart(),
      async () => {
        const calls = await callsOf(one);
        assert.notDeepEqual(calls, [''], 'nothing was run');
        assert.deepEqual(
          calls.filter((call) => !call.startsWith('new ')),
          [],
        );
      },
    );
});
