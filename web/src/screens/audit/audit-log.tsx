import type { AuditEntry } from '@slipway/api';
import { shortenId } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { auditUrl } from './filters.ts';
import { auditActor, auditedReleaseId, auditMessage } from './messages.ts';

const Who = ({ app, entry }: { app: string; entry: AuditEntry }) => {
  const { name, where } = auditActor(entry);
  return (
    <>
      <a href={auditUrl(app, { actor: entry.actorName, pages: 1 })}>{name}</a>{' '}
      {where !== undefined && <span class="quiet">{where}</span>}
    </>
  );
};

const What = ({ app, entry }: { app: string; entry: AuditEntry }) => {
  const release = auditedReleaseId(entry);
  const message = auditMessage(entry);
  return release === undefined ? message : <a href={`/apps/${app}/releases/${release}`}>{message}</a>;
};

/** Links to all entries about the same subject. */
const About = ({ app, subject }: { app: string; subject: string }) => (
  <a class="mono" title={subject} href={auditUrl(app, { subject, pages: 1 })}>
    {/^[a-z]{3}_/.test(subject) ? shortenId(subject) : subject}
  </a>
);

const columnsOf = (app: string): Column<AuditEntry>[] => [
  { header: 'Event', isName: true, cell: (entry) => <What app={app} entry={entry} /> },
  { header: 'Actor', cell: (entry) => <Who app={app} entry={entry} /> },
  { header: 'Time', cell: ({ at }) => <Time at={at} /> },
  { header: 'Object', cell: ({ subject }) => <About app={app} subject={subject} /> },
];

export const AuditLog = ({ app, entries }: { app: string; entries: readonly AuditEntry[] }) => (
  <Table caption="Audit log" rows={entries} keyOf={({ id }) => id} columns={columnsOf(app)} />
);
