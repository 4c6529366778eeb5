import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const rootFolder = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

interface Step {
  id?: string;
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
  /** What the steps printed. */
  log: string;
}

/** Runs the shell steps of action.yml as a runner does, as they stand: inputs, outputs, the job's environment. */
export const runAction = async (
  home: string,
  given: Record<string, string>,
  jobEnv: Record<string, string> = {},
): Promise<ActionRun> => {
  const action = parse(await readFile(join(rootFolder, 'action.yml'), 'utf8')) as Action;
  const values = new Map<string, string>([['github.action_path', rootFolder]]);
  for (const [name, input] of Object.entries(action.inputs))
    values.set(`inputs.${name}`, given[name] ?? input.default ?? '');
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => values.get(name) ?? '');
  const output = join(home, 'output');
  const job = {
    HOME: home,
    RUNNER_TEMP: join(home, 'temp'),
    GITHUB_OUTPUT: output,
    CI: 'true',
    npm_config_offline: 'true',
  };
  let log = '';
  for (const { id, run: script, env = {} } of action.runs.steps) {
    if (script === undefined) continue;
    await writeFile(output, '');
    const filled = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)]));
    const all = { PATH: process.env.PATH, ...job, ...jobEnv, ...filled };
    const { stdout, stderr } = await run('bash', ['-c', script], { cwd: home, env: all });
    log += stdout + stderr;
    for (const line of (await readFile(output, 'utf8')).trim().split('\n')) {
      const cut = line.indexOf('=');
      values.set(`steps.${id}.outputs.${line.slice(0, cut)}`, line.slice(cut + 1));
    }
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value)]);
  return { outputs: Object.fromEntries(outputs), log };
};
