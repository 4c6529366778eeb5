import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const rootFolder = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

export interface ActionRun {
  outputs: Record<string, string>;
  /** The output of the steps. */
  log: string;
  /** The PATH of the job's later steps. */
  path: string;
}

/** Supports terms joined by `&&`: `always()`, or a comparison of a value with a text. */
const isWanted = (condition: string, hasFailed: boolean, find: (name: string) => string): boolean => {
  const terms = condition.split('&&').map((term) => term.trim());
  if (hasFailed && !terms.includes('always()')) return false;
  return terms
    .filter((term) => term !== 'always()' && term !== '')
    .every((term) => {
      const [, name = '', operator, text] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(term) ?? [];
      if (operator === undefined) throw new Error(`This runner cannot read the condition ${term}`);
      return (find(name) === text) === (operator === '==');
    });
};

/** Runs the unmodified shell steps of action.yml like a runner: inputs, outputs, the job's environment. */
export const runAction = async (
  home: string,
  inputs: Record<string, string>,
  jobEnv: Record<string, string> = {},
): Promise<ActionRun> => {
  const action = parse(await readFile(join(rootFolder, 'action.yml'), 'utf8')) as Action;
  const values = new Map<string, string>([['github.action_path', jobEnv.GITHUB_ACTION_PATH ?? rootFolder]]);
  for (const [name, input] of Object.entries(action.inputs))
    values.set(`inputs.${name}`, inputs[name] ?? input.default ?? '');
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => values.get(name) ?? '');
  const [output, added] = [join(home, 'output'), join(home, 'added-paths')];
  const job = {
    HOME: home,
    RUNNER_TEMP: join(home, 'temp'),
    GITHUB_OUTPUT: output,
    GITHUB_PATH: added,
    CI: 'true',
    npm_config_offline: 'true',
  };
  let path = jobEnv.PATH ?? process.env.PATH ?? '';
  let log = '';
  let failure: Error | undefined;
  const runStep = async ({ id, run: script, env = {} }: Step): Promise<void> => {
    // setup-node puts its Node.js first on the PATH of later steps.
    if (script === undefined) return await writeFile(added, `${dirname(process.execPath)}\n`);
    const filled = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)]));
    const all = { ...job, ...jobEnv, ...filled, PATH: path };
    const { stdout, stderr } = await run('bash', ['-c', script], { cwd: home, env: all });
    log += stdout + stderr;
    for (const line of (await readFile(output, 'utf8')).trim().split('\n')) {
      const cut = line.indexOf('=');
      values.set(`steps.${id}.outputs.${line.slice(0, cut)}`, line.slice(cut + 1));
    }
  };
  for (const step of action.runs.steps) {
    if (!isWanted(step.if ?? '', failure !== undefined, (name) => values.get(name) ?? '')) continue;
    await Promise.all([writeFile(output, ''), writeFile(added, '')]);
    await runStep(step).catch((error: Error) => {
      failure = error;
    });
    const places = (await readFile(added, 'utf8')).split('\n').filter((place) => place !== '');
    path = [...places.reverse(), path].join(':');
  }
  if (failure !== undefined) throw Object.assign(failure, { path });
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value)]);
  return { outputs: Object.fromEntries(outputs), log, path };
};
