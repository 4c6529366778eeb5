import { join } from 'node:path';
import { fieldBounds } from '@slipway/api';
import { bounds } from '../../server/src/domain/model/bounds.ts';
import { expensive } from '../../server/test/attacks/cost/expensive.ts';
import { type DocumentedMember, readDocComments } from './doc-comments.ts';
import { renderPage, renderTable, root } from './page.ts';

const sections: readonly [title: string, file: string, table: string, intro?: string][] = [
  ['Requests and connections', 'requests', 'requestBounds'],
  ['Downloads, uploads, and storage', 'transfers', 'transferBounds'],
  ['Concurrency and database', 'work', 'workBounds'],
  ['Objects', 'quotas', 'quotaBounds', 'Except for sessions, one more gets 409 `limit-reached`.'],
  ['Lists and responses', 'lists', 'listBounds'],
  ['Trusted publishing and domain checks', 'trust', 'trustBounds'],
  ['Caches', 'caches', 'cacheBounds'],
  ['Usage and fleet', 'usage', 'usageBounds'],
  ['Rollouts and client reports', 'rollouts', 'rolloutBounds'],
];

const units: readonly [name: RegExp, steps: readonly [size: number, unit: string][]][] = [
  [
    /Bytes(?!PerSecond)/,
    [
      [1024 ** 2, 'MiB'],
      [1024, 'KiB'],
      [1, 'bytes'],
    ],
  ],
  [
    /Seconds$/,
    [
      [3600, 'h'],
      [60, 'min'],
      [1, 's'],
    ],
  ],
  [/Days$/, [[1, 'days']]],
];

/** A value with the unit that its name ends in. */
const formatBound = (name: string, value: number): string => {
  const steps = units.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const [size, unit] = steps.find(([step]) => value % step === 0 && value >= step) ?? steps.at(-1) ?? [1, ''];
  return `${(value / size).toLocaleString('en')} ${unit}`.trim();
};

const rowsOf = (members: readonly DocumentedMember[], values: Readonly<Record<string, number>>) =>
  members.map(({ name, about }) => [about, formatBound(name, values[name] ?? Number.NaN)]);

const renderSection = ([title, file, table, intro]: (typeof sections)[number]): string => {
  const members = readDocComments(join(root, `server/src/domain/model/bounds/${file}.ts`), table);
  const rows = renderTable(['Limit', 'Value'], rowsOf(members, bounds));
  return [`## ${title}`, ...(intro === undefined ? [] : [intro]), rows].join('\n\n');
};

export const renderLimits = (): string =>
  renderPage('Limits', 'npm run docs', [
    'The server bounds everything that clients and key holders can make grow: memory, rows, and time. These limits are fixed; [configuration.md](configuration.md) lists the ones you can change.',
    ...sections.map(renderSection),
    `## Request fields\n\nA longer or larger value gets 400 \`invalid-fields\`.\n\n${renderTable(
      ['Limit', 'Value'],
      rowsOf(readDocComments(join(root, 'api/src/bounds.ts'), 'fieldBounds'), fieldBounds),
    )}`,
    `## Expensive requests\n\nA request without a key takes at most 1 ms of the main thread, except:\n\n${renderTable(
      ['Request', 'Cost'],
      expensive.map(({ request, reason }) => [request, reason]),
    )}`,
  ]);
