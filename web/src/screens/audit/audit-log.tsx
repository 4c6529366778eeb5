import type { AuditEntry } from '@slipway/api';
import { formatClock, formatDate, shortenId } from '../../ui/format.ts';
import { auditUrl } from './filters.ts';
import { auditActor, auditedReleaseId, auditMessage } from './messages.ts';

const Event = ({ app, entry }: { app: string; entry: AuditEntry }) => {
  const { at, subject, actorName } = entry;
  const release = auditedReleaseId(entry);
  const message = auditMessage(entry);
  const { name, where = '' } = auditActor(entry);
  return (
    <li>
      <span>
        {release === undefined ? message : <a href={`/apps/${app}/releases/${release}`}>{message}</a>}
      </span>
      <span class="line">
        <a href={auditUrl(app, { actor: actorName, pages: 1 })}>{name}</a> {where} ·{' '}
        <time dateTime={at} title={`${at.replace('T', ' ').slice(0, 19)} UTC`}>
          {formatClock(at)}
        </time>{' '}
        ·{' '}
        <a class="mono" title={subject} href={auditUrl(app, { subject, pages: 1 })}>
          {/^[a-z]{3}_/.test(subject) ? shortenId(subject) : subject}
        </a>
      </span>
    </li>
  );
};

/** Events by day; actors and objects link to all events of theirs. */
export const AuditLog = ({ app, entries }: { app: string; entries: readonly AuditEntry[] }) => (
  <>
    {[...Map.groupBy(entries, ({ at }) => formatDate(at))].map(([day, own]) => (
      <section key={day} class="log">
        <h3>{day}</h3>
        <ul>
          {own.map((entry) => (
            <Event key={entry.id} app={app} entry={entry} />
          ))}
        </ul>
      </section>
    ))}
  </>
);
