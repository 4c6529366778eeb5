import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openShell, type ShellName } from './shell.ts';

/* Pastes the first blocks of README.md and GETTING-STARTED.md one by one into a fresh clone. */

export interface ReadmeRun {
  shell: ShellName;
  clone: string;
  env: Record<string, string>;
  /** Whether this Node.js runs the server package; otherwise the package is only built. */
  runsPackage: boolean;
  /** The expected address of the server. */
  address: string;
  say(line: string): void;
}

export const installMethods = ['binary', 'package', 'clone'] as const;
export type InstallMethod = (typeof installMethods)[number];

const documentOf = (name: string): string =>
  name === 'binary' || name === 'package' ? 'docs/GETTING-STARTED.md' : 'README.md';

const blockOf = async (clone: string, name: string): Promise<string> => {
  const document = documentOf(name);
  const markdown = await readFile(join(clone, document), 'utf8');
  const [, rest = ''] = markdown.split(`<!-- first screen: ${name} -->\n`);
  const block = /^```sh\n([\s\S]*?)```/.exec(rest)?.[1];
  assert.ok(block !== undefined, `${document} has no block "${name}"`);
  return block;
};

const enter = '\r';

/** Publishes the first release in a second terminal; answers each question of `init` with its default. */
const release = async ({ shell: name, clone, env, address }: ReadmeRun, key: string): Promise<void> => {
  const shell = await openShell(name, { cwd: clone, env });
  const done = shell.run(await blockOf(clone, 'setup'));
  const answers: [RegExp, string][] = [
    [/Server URL/, address],
    [/Key for/, key],
    [/Create it \(adapter rest\)\?/, ''],
    [/[Cc]reate a .*key.*\?/, ''],
  ];
  const answering = (async () => {
    for (const [question, answer] of answers) {
      await shell.terminal.see(question);
      shell.terminal.type(`${answer}${enter}`);
    }
  })();
  await Promise.all([done, answering]);
  await shell.run(await blockOf(clone, 'release'));
  shell.expectOutput(/Published hello 1\.0\.0 on stable/);
  shell.expectOutput(/ gets 1\.0\.0/);
  await shell.end();
};

/** Starts the server in one way, publishes if it is the first start, and stops it; returns the admin key. */
const startBy = async (
  way: InstallMethod,
  visit: ReadmeRun,
  existingKey: string | undefined,
): Promise<string> => {
  const shell = await openShell(visit.shell, { cwd: visit.clone, env: visit.env });
  shell.paste(`${(await blockOf(visit.clone, way)).trimEnd()}\necho "${way}-ended:$?"`);
  const answers = `Slipway \\S+ is running at ${visit.address} `;
  await shell.terminal.see(new RegExp(`${answers}|${way}-ended:\\d+`));
  shell.expectOutput(new RegExp(answers));
  const key = existingKey ?? (await shell.terminal.see(/slw_adm_\w+/))[0];
  if (existingKey === undefined) await release(visit, key);
  await shell.interrupt();
  await shell.end();
  return key;
};

/** The only step on Node.js 20: `npm run pack`. */
const makePackage = async ({ shell: name, clone, env }: ReadmeRun): Promise<void> => {
  const shell = await openShell(name, { cwd: clone, env });
  const [first = ''] = (await blockOf(clone, 'package')).split('\n');
  await shell.run(first);
  await shell.end();
};

/** Tries each way, beginning with `first` on the fresh clone. */
export const pasteQuickStart = async (visit: ReadmeRun, first: InstallMethod): Promise<void> => {
  const at = installMethods.indexOf(first);
  let key: string | undefined;
  for (const way of [...installMethods.slice(at), ...installMethods.slice(0, at)]) {
    const began = performance.now();
    if (way === 'package' && !visit.runsPackage) await makePackage(visit);
    else key = await startBy(way, visit, key);
    visit.say(`${way}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
};
