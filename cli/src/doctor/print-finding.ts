import type { Output } from '../terminal/output.ts';
import type { Finding } from './finding.ts';

const marks = { good: 'ok  ', doubtful: 'warn', bad: 'FAIL', skipped: 'skip' } as const;
const tones = { good: 'good', doubtful: 'warn', bad: 'bad', skipped: 'faint' } as const;

export const printFinding = (finding: Finding, output: Output): void => {
  const { about, state, detail, remedy } = finding;
  output.object({ event: 'finding', about, state, detail, remedy: remedy || null });
  output.line(`${output.style(tones[state], marks[state])} ${about.padEnd(11)} ${detail}`);
  if (remedy) output.line(`                 ${remedy.replaceAll('\n', '\n                 ')}`);
};
