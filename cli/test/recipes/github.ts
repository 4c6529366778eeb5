import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runAction } from '../action-runner.ts';
import { type ArtifactStore, openArtifactStore } from './artifact-store.ts';
import { fill, fillAll, holds, type Values } from './expressions.ts';
import { checkOut, environmentOf, type Machine, runScript, type System } from './shell.ts';

/*
 * Simulates GitHub: jobs run after their dependencies, each matrix combination in its own workspace, steps in order.
 * Rejects anything that it does not support. The shell is always bash, and the action uses the packed CLI instead of
 * building one.
 */

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

interface Job {
  needs?: string | string[];
  'runs-on': string;
  environment?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: Record<string, string[]> };
  steps: Step[];
}

interface Workflow {
  on: { push: { tags: string[] } };
  jobs: Record<string, Job>;
}

export interface GithubRun {
  recipe: string;
  /** The temporary folder of this run. */
  folder: string;
  project: string;
  tag: string;
  secrets: Record<string, string>;
  places: Omit<Machine, 'system'>;
  /** The server's inputs for the action, and the tarball. */
  inputs: Record<string, string>;
  /** The variables for requesting a token; its claims come from the job's environment. */
  identity(environment: string | undefined): Record<string, string>;
}

const systemOf = (label: string): System => {
  if (label.startsWith('ubuntu')) return 'linux';
  return label.startsWith('macos') ? 'macos' : 'windows';
};
const runnerOs = { linux: 'Linux', macos: 'macOS', windows: 'Windows' } as const;

const combinationsOf = ({ strategy }: Job): Record<string, string>[] => {
  const entries = Object.entries(strategy?.matrix ?? {});
  return entries.reduce<Record<string, string>[]>(
    (all, [key, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [key]: value }))),
    [{}],
  );
};

interface JobRun {
  workspace: string;
  env: Record<string, string>;
  /** The variables for requesting a token, only for steps of the action. */
  identity: Record<string, string>;
  store: ArtifactStore;
  values: Values;
  options: GithubRun;
}

type Whole = Pick<JobRun, 'options' | 'store'>;

const runStep = async (step: Step, job: JobRun): Promise<string> => {
  const { workspace, values, env, options, store } = job;
  if (step.if !== undefined && !holds(step.if, values)) return '';
  const stepEnv = { ...env, ...fillAll(step.env ?? {}, values) };
  if (step.run !== undefined) return await runScript(fill(step.run, values), workspace, stepEnv);
  const inputs = fillAll(step.with ?? {}, values);
  const [action = '', version = ''] = (step.uses ?? '').split('@');
  if (action === 'your-org/slipway') {
    const { log } = await runAction(workspace, { ...inputs, ...options.inputs }, { ...env, ...job.identity });
    return log;
  }
  if (version !== 'v4') throw new Error(`${step.uses} is not known to this runner`);
  if (action === 'actions/checkout') await checkOut(options.project, workspace);
  else if (action === 'actions/upload-artifact') await store.upload(workspace, inputs);
  else if (action === 'actions/download-artifact') await store.download(workspace, inputs);
  else if (action !== 'actions/setup-node') throw new Error(`${step.uses} is not known to this runner`);
  return '';
};

const runJob = async (
  job: Job,
  matrix: Record<string, string>,
  { options, store }: Whole,
): Promise<string> => {
  const values = new Map<string, string>([['github.ref_name', options.tag]]);
  for (const [key, value] of Object.entries(matrix)) values.set(`matrix.${key}`, value);
  for (const [key, value] of Object.entries(options.secrets)) values.set(`secrets.${key}`, value);
  const system = systemOf(fill(job['runs-on'], values));
  values.set('runner.os', runnerOs[system]);
  const workspace = join(
    options.folder,
    `job-${[...values.values()].at(-1)}-${Object.values(matrix).join('-')}`,
  );
  await mkdir(join(workspace, 'temp'), { recursive: true });
  const env = { ...environmentOf({ ...options.places, system }, workspace), GITHUB_ACTIONS: 'true' };
  const mayAsk = job.permissions?.['id-token'] === 'write';
  const identity = mayAsk ? options.identity(job.environment) : {};
  let log = '';
  for (const step of job.steps)
    log += await runStep(step, { workspace, env, identity, store, values, options });
  return log;
};

/** Runs the workflow for a pushed tag and returns the output of the last job. */
export const runWorkflow = async (options: GithubRun): Promise<string> => {
  const { on, jobs } = parse(await readFile(options.recipe, 'utf8')) as Workflow;
  if (!on.push.tags.includes('v*')) throw new Error('the workflow does not run for tags');
  const artifacts = join(options.folder, 'artifacts');
  await mkdir(artifacts, { recursive: true });
  const store = openArtifactStore(artifacts);
  const done = new Set<string>();
  let last = '';
  while (done.size < Object.keys(jobs).length) {
    const next = Object.entries(jobs).find(
      ([id, { needs = [] }]) => !done.has(id) && [needs].flat().every((one) => done.has(one)),
    );
    if (next === undefined) throw new Error('the jobs need each other');
    const [id, job] = next;
    for (const matrix of combinationsOf(job)) last = await runJob(job, matrix, { options, store });
    done.add(id);
  }
  return last;
};
