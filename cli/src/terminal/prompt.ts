import type { Readable, Writable } from 'node:stream';
import { interruptedFailure, usageFailure } from '../errors/failure.ts';

export interface PromptOptions {
  message: string;
  /** Describes the missing value if there is no terminal; replaces the question. */
  missing?: string;
  /** How to supply the answer without a terminal. */
  nonInteractiveHint: string;
  initial?: string | undefined;
  placeholder?: string;
  /** Returns an error message for an invalid answer. */
  validate?: (answer: string) => string | undefined;
}

/** Without a terminal, fails and names the flag to use instead. */
export interface Prompt {
  isInteractive: boolean;
  text(question: PromptOptions): Promise<string>;
  secret(question: PromptOptions): Promise<string>;
  choice(question: PromptOptions & { choices: string[] }): Promise<string>;
  confirm(question: { message: string; nonInteractiveHint: string; initial?: boolean }): Promise<boolean>;
}

interface Streams {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
  /** False in pipelines and with --json. */
  allowed: boolean;
}

/**
 * Aborts when the input ends without an answer: Ctrl-D closes the prompt's readline, and the prompt itself does not
 * notice. Readline also pauses the input after an answer.
 */
const untilInputEnds = async <T>(
  input: Readable,
  question: (ended: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ended = new AbortController();
  let isAnswered = false;
  // Aborting an answered prompt would swallow the keys of the next question.
  const onPause = () => setImmediate(() => isAnswered || ended.abort());
  input.once('pause', onPause);
  try {
    return await question(ended.signal);
  } finally {
    isAnswered = true;
    input.off('pause', onPause);
  }
};

/** Loads the prompt library on first use, because most commands never ask. */
export const createPrompt = ({ input, output, allowed }: Streams): Prompt => {
  const isInteractive = allowed && input.isTTY === true && output.isTTY === true;
  const open = async (question: { message: string; missing?: string; nonInteractiveHint: string }) => {
    if (!isInteractive) throw usageFailure(question.missing ?? question.message, question.nonInteractiveHint);
    return await import('@clack/prompts');
  };
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (typeof answer === 'symbol') throw interruptedFailure('Canceled. Nothing was done.');
    return answer as Exclude<T, symbol>;
  };
  const requireAnswer = (check: PromptOptions['validate']) => (value: string | undefined) => {
    const text = (value ?? '').trim();
    return text === '' ? 'Required.' : check?.(text);
  };
  return {
    isInteractive,
    async text(question) {
      const prompts = await open(question);
      const { message, initial, placeholder, validate } = question;
      const options = {
        message,
        input,
        output,
        validate: requireAnswer(validate),
        ...(initial === undefined ? {} : { initialValue: initial }),
        ...(placeholder === undefined ? {} : { placeholder }),
      };
      const answer = await untilInputEnds(input, (signal) => prompts.text({ ...options, signal }));
      return answered(answer).trim();
    },
    async secret(question) {
      const prompts = await open(question);
      const { message, validate } = question;
      const options = { message, input, output, validate: requireAnswer(validate) };
      return answered(
        await untilInputEnds(input, (signal) => prompts.password({ ...options, signal })),
      ).trim();
    },
    async choice(question) {
      const prompts = await open(question);
      const options = question.choices.map((value) => ({ value, label: value }));
      const { message } = question;
      return answered(
        await untilInputEnds(input, (signal) => prompts.select({ message, options, input, output, signal })),
      );
    },
    async confirm(question) {
      const prompts = await open(question);
      const { message, initial = true } = question;
      const options = { message, initialValue: initial, input, output };
      return answered(await untilInputEnds(input, (signal) => prompts.confirm({ ...options, signal })));
    },
  };
};
