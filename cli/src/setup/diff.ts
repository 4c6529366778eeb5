const context = 2;

/** A line diff with - and +, and some context. */
export const diffLines = (before: string, after: string): string => {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < Math.min(old.length, fresh.length) && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(old.length, fresh.length) - head &&
    old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]
  )
    tail += 1;
  const around = (lines: string[]) => lines.map((line) => `  ${line}`);
  return [
    ...around(old.slice(Math.max(0, head - context), head)),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+ ${line}`),
    ...around(old.slice(old.length - tail, old.length - tail + context)),
  ].join('\n');
};
