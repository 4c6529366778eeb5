import type { AuditEntry } from '@slipway/api';
import { client } from '../../data/client.ts';
import { AnswerCard } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { sentenceOf, whoOf } from './history-messages.ts';

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <li>
    <span>{sentenceOf(entry)}</span>
    <span class="line">
      <Time at={entry.at} /> {whoOf(entry)}
    </span>
  </li>
);

/** What was done to a release, newest first. */
export const History = ({ app, id }: { app: string; id: string }) => (
  <AnswerCard
    title="History"
    name={`${app}/history/${id}`}
    load={() => client.listAudit(app, { subject: id, limit: 50 })}
    lines={4}
  >
    {({ entries }) =>
      entries.length === 0 ? (
        <p class="padded quiet">The audit log no longer goes back this far.</p>
      ) : (
        <ol class="history">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )
    }
  </AnswerCard>
);
