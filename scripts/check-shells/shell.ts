import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { openTerminal, type Terminal } from '../../cli/test/pseudo-terminal.ts';

/* An interactive shell in a terminal, with default settings. */

export const shells = {
  bash: ['bash', '--noprofile', '--norc', '-i'],
  zsh: ['zsh', '-f', '-i'],
};
export type ShellName = keyof typeof shells;

const enter = '\r';
const controlC = '\u0003';
const timeoutMs = 900_000;

/** A shell's error messages for invalid commands. */
const complaints =
  /command not found|no matches found|bad pattern|parse error|syntax error|accepts no arguments|too many arguments|Unknown file extension/;

export interface Shell {
  terminal: Terminal;
  /** Fails with the end of the output unless the screen matches. */
  expectOutput(pattern: RegExp): void;
  /** Pastes lines as one text and presses Enter. */
  paste(text: string): void;
  /** Pastes lines and waits until all of them have run; fails if the last one failed. */
  run(text: string): Promise<string>;
  /** Presses Ctrl-C and waits until the command has ended. */
  interrupt(): Promise<void>;
  end(): Promise<void>;
}

/** Opens a shell; with bracketed paste, a multi-line text is pasted as one. */
export const openShell = async (
  name: ShellName,
  where: { cwd: string; env: Record<string, string> },
): Promise<Shell> => {
  const [command = '', ...args] = shells[name];
  const env = { ...where.env, TERM: 'xterm-256color', PS1: 'prompt> ', PROMPT: 'prompt> ' };
  const terminal = openTerminal(command, args, { cwd: where.cwd, env, timeoutMs });
  await terminal.see(/prompt> /);
  const paste = (text: string): void => terminal.type(`\u001b[200~${text.trimEnd()}\u001b[201~${enter}`);
  const screenText = (): string => stripVTControlCharacters(terminal.screen());
  const fail = (why: string): never => assert.fail(`${name}: ${why}\n${screenText().slice(-2000)}`);
  const expectOutput = (pattern: RegExp): void => {
    if (!pattern.test(screenText())) fail(`${pattern} was not shown`);
  };
  const assertNoComplaint = (): void => {
    const [complaint] = complaints.exec(screenText()) ?? [];
    if (complaint !== undefined) fail(complaint);
  };
  let count = 0;
  const run = async (text: string): Promise<string> => {
    count += 1;
    paste(`${text.trimEnd()}\necho "run-${count}-ended:$?"`);
    const [, code] = await terminal.see(new RegExp(`run-${count}-ended:(\\d+)`));
    await terminal.see(/prompt> /);
    if (code !== '0') fail('the last line failed');
    assertNoComplaint();
    return screenText();
  };
  const interrupt = async (): Promise<void> => {
    terminal.type(controlC);
    await terminal.see(/prompt> /);
  };
  const end = async (): Promise<void> => {
    assertNoComplaint();
    terminal.type(`exit${enter}`);
    await terminal.ended;
  };
  return { terminal, expectOutput, paste, run, interrupt, end };
};

/** Proves that this shell does not ignore comments, which the test relies on. */
export const assertCommentsReachShell = async (
  name: ShellName,
  where: { cwd: string; env: Record<string, string> },
) => {
  const shell = await openShell(name, where);
  const screenText = await shell.run('printf "<%s>" one # two');
  await shell.end();
  return !screenText.includes('<one><#><two>');
};
