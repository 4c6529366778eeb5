import type { AuditEntry } from '@slipway/api';
import { shorten } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { addressOf } from './filters.ts';
import { releaseOf, sentenceOf, whoOf } from './messages.ts';

const Who = ({ app, entry }: { app: string; entry: AuditEntry }) => {
  const { name, where } = whoOf(entry);
  return (
    <>
      <a href={addressOf(app, { actor: entry.actorName, pages: 1 })}>{name}</a>{' '}
      {where !== undefined && <span class="quiet">{where}</span>}
    </>
  );
};

const What = ({ app, entry }: { app: string; entry: AuditEntry }) => {
  const release = releaseOf(entry);
  const said = sentenceOf(entry);
  return release === undefined ? said : <a href={`/apps/${app}/releases/${release}`}>{said}</a>;
};

/** Only what was done to the same thing. */
const About = ({ app, subject }: { app: string; subject: string }) => (
  <a class="mono" title={subject} href={addressOf(app, { subject, pages: 1 })}>
    {/^[a-z]{3}_/.test(subject) ? shorten(subject) : subject}
  </a>
);

const columnsOf = (app: string): Column<AuditEntry>[] => [
  { head: 'Event', isName: true, cell: (entry) => <What app={app} entry={entry} /> },
  { head: 'Actor', cell: (entry) => <Who app={app} entry={entry} /> },
  { head: 'Time', cell: ({ at }) => <Time at={at} /> },
  { head: 'Object', cell: ({ subject }) => <About app={app} subject={subject} /> },
];

/** Entries of the audit log, newest first. */
export const Log = ({ app, entries }: { app: string; entries: readonly AuditEntry[] }) => (
  <Table caption="Audit log" rows={entries} keyOf={({ id }) => id} columns={columnsOf(app)} />
);
