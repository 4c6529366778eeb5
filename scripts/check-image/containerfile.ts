/* Reads a Containerfile as far as ours goes: one stage, comments between the steps, lines that go on after a backslash. */

export interface Step {
  /** COPY, RUN, USER, … */
  instruction: string;
  /** What follows it, as one line. */
  text: string;
}

/** The steps of a Containerfile, in order. */
export const parseContainerfile = (text: string): Step[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [instruction = '', ...words] = line.split(' ');
      return { instruction, text: words.join(' ') };
    });

/** The words of a command written as JSON, options before it left out; throws where it is written otherwise. */
export const parseCommandWords = ({ instruction, text }: Step): string[] => {
  const [json] = /\[.*\]$/.exec(text) ?? [];
  if (json === undefined) throw new Error(`${instruction} is not written as a list of words: ${text}`);
  return JSON.parse(json) as string[];
};

/** What ENV sets. */
export const parseVariables = ({ text }: Step): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
