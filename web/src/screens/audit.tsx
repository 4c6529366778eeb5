import type { AuditEntry } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { AppScreenProps } from '../app/app-screen.ts';
import { navigate } from '../app/location.ts';
import { client } from '../data/client.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card, EmptyState } from '../ui/card.tsx';
import { Select } from '../ui/field.tsx';
import { type Page, PagedList } from '../ui/paged-list.tsx';
import { Screen } from '../ui/screen.tsx';
import { AuditLog } from './audit/audit-log.tsx';
import { type AuditFilters, auditUrl, parseAuditFilters } from './audit/filters.ts';

/** Event types by the first part of their action. */
const kinds: Readonly<Record<string, string>> = {
  '': 'All events',
  release: 'Releases',
  rollout: 'Rollouts',
  artifact: 'Files',
  channel: 'Channels',
  key: 'API keys',
  'signing-key': 'Signing keys',
  publisher: 'Trusted publishers',
  domain: 'Domains',
  app: 'Settings',
  session: 'Sign-ins',
};

const inputs = [
  ['actor', 'Key or person'],
  ['subject', 'ID, channel, or domain'],
] as const;

const FilterForm = ({ app, filters }: { app: string; filters: AuditFilters }) => {
  const [typed, setTyped] = useState(filters);
  const show = (event: Event): void => {
    event.preventDefault();
    navigate(auditUrl(app, { ...typed, pages: 1 }));
  };
  const { actor, subject, action } = filters;
  return (
    <form class="filter" onSubmit={show}>
      <Select
        label="Events"
        options={Object.keys(kinds)}
        labelOf={(kind) => kinds[kind] ?? kind}
        value={action ?? ''}
        onChange={(kind) => navigate(auditUrl(app, { ...typed, action: kind, pages: 1 }))}
      />
      {inputs.map(([name, label]) => (
        <input
          key={name}
          type="search"
          aria-label={label}
          placeholder={label}
          maxLength={254}
          value={typed[name]}
          onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit">Filter</Button>
      {(actor ?? subject ?? action) && <LinkButton href={`/apps/${app}/audit`}>Clear</LinkButton>}
    </form>
  );
};

const Nothing = ({ filters: { actor, subject, action } }: { filters: AuditFilters }) => {
  const what = [actor, subject, action].filter(Boolean).join(', ');
  return what === '' ? (
    <EmptyState title="No events yet">
      <p>Changes to this app appear here.</p>
    </EmptyState>
  ) : (
    <EmptyState title={`No events for “${what}”`}>
      <p>Enter the exact name of a key, or an exact ID (rel_…, key_…), channel, or domain.</p>
    </EmptyState>
  );
};

const Entries = ({ app, filters }: { app: string; filters: AuditFilters }) => {
  const { pages, ...filter } = filters;
  const read = async (cursor: string | undefined): Promise<Page<AuditEntry>> => {
    const { entries, next } = await client.listAudit(app, { limit: 50, ...filter, cursor });
    return { items: entries, next };
  };
  const { subject = '', actor = '', action = '' } = filter;
  return (
    <Card title="Events" note="Newest first" aside={<FilterForm app={app} filters={filters} />}>
      <PagedList
        queryKey={`${app}/audit/${subject}/${actor}/${action}`}
        pages={pages}
        read={read}
        address={auditUrl(app, { ...filters, pages: pages + 1 })}
      >
        {(entries) =>
          entries.length === 0 ? <Nothing filters={filters} /> : <AuditLog app={app} entries={entries} />
        }
      </PagedList>
    </Card>
  );
};

export const Audit = ({ app, query }: AppScreenProps) => {
  const filters = parseAuditFilters(query);
  return (
    <Screen title="Audit log" app={app}>
      <Entries key={auditUrl(app, { ...filters, pages: 1 })} app={app} filters={filters} />
    </Screen>
  );
};
