import { spawnProgram } from '../../lab/program.ts';

/** A client that takes longer is stuck. */
const patienceMs = 120_000;

/** A program's report about its client. */
export interface Told<Update> {
  update: Update | null;
  error: string | null;
}

/** The program needs nonstandard library paths at run time, too. */
const { LD_LIBRARY_PATH } = process.env;

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
