import type { AuditEntry } from '@slipway/api';
import { client } from '../../data/client.ts';
import { QueryCard } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { historyActor, historyMessage } from '../audit/messages.ts';

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <li>
    <span>{historyMessage(entry)}</span>
    <span class="line">
      <Time at={entry.at} isAgo /> {historyActor(entry)}
    </span>
  </li>
);

export const HistoryCard = ({ app, id }: { app: string; id: string }) => (
  <QueryCard
    title="History"
    queryKey={`${app}/history/${id}`}
    queryFn={() => client.listAudit(app, { subject: id, limit: 50 })}
    lines={4}
  >
    {({ entries }) =>
      entries.length === 0 ? (
        <p class="padded quiet">No history kept for this release.</p>
      ) : (
        <ol class="history">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )
    }
  </QueryCard>
);
