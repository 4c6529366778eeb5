import type { AuditEntry } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { ScreenOfApp } from '../app/app-screen.ts';
import { goTo } from '../app/location.ts';
import { client } from '../data/client.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { Select } from '../ui/field.tsx';
import { type Listed, Pages } from '../ui/paged-list.tsx';
import { Screen } from '../ui/screen.tsx';
import { addressOf, type Filters, parseFilters } from './audit/filters.ts';
import { Log } from './audit/log.tsx';

/** Kinds of events, by the first part of their actions. */
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

const FilterForm = ({ app, filters }: { app: string; filters: Filters }) => {
  const [typed, setTyped] = useState(filters);
  const show = (event: Event): void => {
    event.preventDefault();
    goTo(addressOf(app, { ...typed, pages: 1 }));
  };
  const { actor, subject, action } = filters;
  return (
    <form class="filter" onSubmit={show}>
      <Select
        label="Events"
        options={Object.keys(kinds)}
        wordsOf={(kind) => kinds[kind] ?? kind}
        value={action ?? ''}
        onChange={(kind) => goTo(addressOf(app, { ...typed, action: kind, pages: 1 }))}
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

const Nothing = ({ filters: { actor, subject, action } }: { filters: Filters }) => {
  const what = [actor, subject, action].filter(Boolean).join(', ');
  return what === '' ? (
    <Empty title="No events yet">
      <p>Changes to this app appear here.</p>
    </Empty>
  ) : (
    <Empty title={`No events for “${what}”`}>
      <p>Enter the exact name of a key, or an exact ID (rel_…, key_…), channel, or domain.</p>
    </Empty>
  );
};

const Entries = ({ app, filters }: { app: string; filters: Filters }) => {
  const { pages, ...filter } = filters;
  const read = async (cursor: string | undefined): Promise<Listed<AuditEntry>> => {
    const { entries, next } = await client.listAudit(app, { limit: 50, ...filter, cursor });
    return { items: entries, next };
  };
  const { subject = '', actor = '', action = '' } = filter;
  return (
    <Card title="Events" note="Newest first" aside={<FilterForm app={app} filters={filters} />}>
      <Pages
        name={`${app}/audit/${subject}/${actor}/${action}`}
        pages={pages}
        read={read}
        address={addressOf(app, { ...filters, pages: pages + 1 })}
      >
        {(entries) =>
          entries.length === 0 ? <Nothing filters={filters} /> : <Log app={app} entries={entries} />
        }
      </Pages>
    </Card>
  );
};

/** Who did what to the app, and when. */
export const Audit = ({ app, query }: ScreenOfApp) => {
  const filters = parseFilters(query);
  return (
    <Screen title="Audit log" app={app}>
      <Entries key={addressOf(app, { ...filters, pages: 1 })} app={app} filters={filters} />
    </Screen>
  );
};
