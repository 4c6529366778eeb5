import { spawnProgram } from '../../lab/program.ts';

/** No client needs so long for what the scenarios ask of it; one that does is stuck. */
const patienceMs = 120_000;

/** What a program of this crate tells of its client. */
export interface Told<Update> {
  update: Update | null;
  error: string | null;
}

/** Libraries that lie elsewhere are found in the program's run, too. */
const { LD_LIBRARY_PATH } = process.env;

/** Runs a program of this crate to its end. */
export const runBuilt = async <Update>(
  program: string,
  asked: object,
  env: Record<string, string>,
): Promise<Told<Update>> => {
  const run = spawnProgram({
    command: program,
    args: [JSON.stringify(asked)],
    env: { ...env, LD_LIBRARY_PATH },
  });
  const killer = setTimeout(() => run.process.kill('SIGKILL'), patienceMs);
  const code = await run.ended;
  clearTimeout(killer);
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${run.log()}`);
  return JSON.parse(run.printed.stdout.trimEnd().split('\n').at(-1) ?? '') as Told<Update>;
};
