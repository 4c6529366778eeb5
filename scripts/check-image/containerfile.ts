/* Parses the subset of Containerfile that ours uses: one stage, comments between steps, line continuations. */

export interface Step {
  /** COPY, RUN, USER, … */
  instruction: string;
  /** Its arguments as one line. */
  text: string;
}

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

/** The words of a JSON-form command without preceding options; throws on any other form. */
export const parseCommandWords = ({ instruction, text }: Step): string[] => {
  const [json] = /\[.*\]$/.exec(text) ?? [];
  if (json === undefined) throw new Error(`${instruction} is not written as a list of words: ${text}`);
  return JSON.parse(json) as string[];
};

export const parseVariables = ({ text }: Step): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
