import { spawn } from '@lydell/node-pty';

/** A program in a pseudo-terminal. */
export interface Terminal {
  /** Waits for a match after the previous one. */
  see(pattern: RegExp): Promise<RegExpExecArray>;
  type(keys: string): void;
  /** All output so far. */
  screen(): string;
  /** The exit code. */
  ended: Promise<number>;
}

/** A program that is silent for longer is stuck. */
const defaultTimeoutMs = 60_000;

export const openTerminal = (
  command: string,
  args: string[],
  {
    timeoutMs = defaultTimeoutMs,
    ...where
  }: { cwd: string; env: Record<string, string>; timeoutMs?: number },
): Terminal => {
  const terminal = spawn(command, args, { cols: 100, rows: 30, ...where });
  let screen = '';
  let from = 0;
  let code: number | undefined;
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const check of waiting) check();
  };
  terminal.onData((text) => {
    screen += text;
    notify();
  });
  const ended = new Promise<number>((resolve) =>
    terminal.onExit(({ exitCode }) => {
      code = exitCode;
      notify();
      resolve(exitCode);
    }),
  );
  const see = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        waiting.delete(check);
        end();
      };
      const give = (why: string) =>
        settle(() => reject(new Error(`${why} ${pattern}:\n${screen.slice(from)}`)));
      const timer = setTimeout(() => give('Not seen in time:'), timeoutMs);
      const check = () => {
        const found = pattern.exec(screen.slice(from));
        if (found !== null) {
          from += found.index + found[0].length;
          settle(() => resolve(found));
        } else if (code !== undefined) give('Ended without');
      };
      waiting.add(check);
      check();
    });
  return { see, ended, type: (keys) => terminal.write(keys), screen: () => screen };
};
