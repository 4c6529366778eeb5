import { spawnProgram } from '../../lab/program.ts';

/** A client that takes longer is stuck. */
const timeoutMs = 120_000;

/** A program's report about its client. */
export interface ProgramOutput<Update> {
  update: Update | null;
  error: string | null;
}

/** The program needs nonstandard library paths at run time, too. */
const { LD_LIBRARY_PATH } = process.env;

export const runBuilt = async <Update>(
  program: string,
  input: object,
  env: Record<string, string>,
): Promise<ProgramOutput<Update>> => {
  const run = spawnProgram({
    command: program,
    args: [JSON.stringify(input)],
    env: { ...env, LD_LIBRARY_PATH },
  });
  const killer = setTimeout(() => run.process.kill('SIGKILL'), timeoutMs);
  const code = await run.exitCode;
  clearTimeout(killer);
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${run.log()}`);
  return JSON.parse(run.output.stdout.trimEnd().split('\n').at(-1) ?? '') as ProgramOutput<Update>;
};
