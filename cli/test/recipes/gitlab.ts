import { globSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { checkOut, environmentOf, type Machine, runScript, type System } from './shell.ts';

/*
 * Simulates GitLab: stages in order, each matrix combination as a job in a fresh checkout with the artifacts of all
 * earlier jobs at their original paths. A job gets a token only if it requests one.
 */

interface Job {
  stage: string;
  rules?: { if: string }[];
  parallel?: { matrix: Record<string, string>[] };
  tags?: string[];
  environment?: { name: string };
  id_tokens?: Record<string, { aud: string }>;
  script: string[];
  artifacts?: { paths: string[] };
}

export interface GitlabRun {
  recipe: string;
  /** The temporary folder of this run. */
  folder: string;
  project: string;
  tag: string;
  /** The project's CI/CD variables. */
  variables: Record<string, string>;
  places: Omit<Machine, 'system'>;
  /** Signs a job's token. */
  sign(claims: { aud: string; environment: string | undefined }): Promise<string>;
}

/** GitLab's default stages, in order. */
const stages = ['.pre', 'build', 'test', 'deploy', '.post'];

const expand = (text: string, variables: Record<string, string>): string =>
  text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? '');

const systemOf = (tags: string[]): System => {
  if (tags.some((tag) => tag.includes('macos'))) return 'macos';
  return tags.some((tag) => tag.includes('windows')) ? 'windows' : 'linux';
};

const keepArtifacts = async (workspace: string, paths: string[], store: string): Promise<void> => {
  const found = globSync(paths, { cwd: workspace });
  if (found.length === 0) throw new Error(`${paths.join()}: no matching files`);
  for (const path of found) {
    await mkdir(dirname(join(store, path)), { recursive: true });
    await cp(join(workspace, path), join(store, path), { recursive: true });
  }
};

interface JobRun {
  workspace: string;
  /** The artifacts of earlier stages; `left` receives this job's. */
  store: string;
  left: string;
  matrix: Record<string, string>;
}

const runJob = async (
  job: Job,
  { workspace, store, left, matrix }: JobRun,
  options: GitlabRun,
): Promise<string> => {
  const variables = { ...options.variables, CI_COMMIT_TAG: options.tag, GITLAB_CI: 'true', ...matrix };
  if (job.rules?.some((rule) => expand(rule.if, variables) !== '') === false) return '';
  const tokens: Record<string, string> = {};
  for (const [name, { aud }] of Object.entries(job.id_tokens ?? {}))
    tokens[name] = await options.sign({ aud: expand(aud, variables), environment: job.environment?.name });
  await checkOut(options.project, workspace);
  await cp(store, workspace, { recursive: true });
  const system = systemOf((job.tags ?? []).map((tag) => expand(tag, variables)));
  const machine = environmentOf({ ...options.places, system }, workspace);
  const log = await runScript(job.script.join('\n'), workspace, { ...machine, ...variables, ...tokens });
  if (job.artifacts !== undefined) await keepArtifacts(workspace, job.artifacts.paths, left);
  return log;
};

/** Runs the pipeline for a tag and returns the output of the last job. */
export const runPipeline = async (options: GitlabRun): Promise<string> => {
  const jobs = Object.entries(parse(await readFile(options.recipe, 'utf8')) as Record<string, Job>);
  const store = join(options.folder, 'artifacts');
  await mkdir(store, { recursive: true });
  let last = '';
  for (const stage of stages) {
    const left = join(options.folder, `artifacts-of-${stage}`);
    await mkdir(left);
    for (const [name, job] of jobs.filter(([, one]) => one.stage === stage))
      for (const [index, matrix] of (job.parallel?.matrix ?? [{}]).entries()) {
        const workspace = join(options.folder, `${name}-${index}`);
        last = await runJob(job, { workspace, store, left, matrix }, options);
      }
    await cp(left, store, { recursive: true });
  }
  return last;
};
