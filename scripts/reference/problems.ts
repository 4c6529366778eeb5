import { type ProblemCode, problems } from '@slipway/api';
import { remedies } from '@slipway/core/remedies.ts';
import { code, renderPage, renderTable } from './page.ts';

export const renderProblems = (): string => {
  const codes = Object.keys(problems) as ProblemCode[];
  const rows = codes.toSorted((a, b) => problems[a].status - problems[b].status || a.localeCompare(b, 'en'));
  return renderPage('Errors', 'npm run docs', [
    'Every error is `application/problem+json` with the members `type`, `title`, `status`, `detail`, and `code`. Branch on `code`: codes never change, texts may. `errors` lists faults by field.',
    renderTable(
      ['Status', 'Code', 'Meaning', 'What to do'],
      rows.map((name) => [
        String(problems[name].status),
        code(name),
        `${problems[name].title}.`,
        remedies[name],
      ]),
    ),
  ]);
};
