import type { AuditEntry } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../client.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card, Empty } from '../parts/card.tsx';
import { type Listed, Pages } from '../parts/older.tsx';
import { Screen } from '../parts/screen.tsx';
import { goTo } from '../place.ts';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { addressOf, type Filters, parseFilters } from './audit/filters.ts';
import { Log } from './audit/log.tsx';

const SubjectFilter = ({ app, subject = '' }: { app: string; subject: string | undefined }) => {
  const [typed, setTyped] = useState(subject);
  const show = (event: Event): void => {
    event.preventDefault();
    goTo(addressOf(app, parseFilters({ subject: typed })));
  };
  return (
    <form class="filter" onSubmit={show}>
      <input
        type="search"
        aria-label="Only about: an id, or the name of a channel or domain"
        placeholder="rel_…, key_…, stable"
        maxLength={254}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Show</Button>
      {subject !== '' && <LinkButton href={`/apps/${app}/audit`}>Show all</LinkButton>}
    </form>
  );
};

const Nothing = ({ subject }: { subject: string | undefined }) =>
  subject === undefined ? (
    <Empty title="Nothing has happened yet.">
      <p>Whatever is done to the app, by whom and when, is kept here.</p>
    </Empty>
  ) : (
    <Empty title={`Nothing was done to “${subject}”.`}>
      <p>
        Ids and names are compared letter by letter: rel_… of a release, key_… of a key, a channel’s name.
      </p>
    </Empty>
  );

const Entries = ({ app, filters }: { app: string; filters: Filters }) => {
  const { subject, pages } = filters;
  const read = async (cursor: string | undefined): Promise<Listed<AuditEntry>> => {
    const { entries, next } = await client.listAudit(app, { limit: 50, subject, cursor });
    return { items: entries, next };
  };
  return (
    <Card
      title={subject === undefined ? 'Everything' : `About ${subject}`}
      note="newest first"
      aside={<SubjectFilter app={app} subject={subject} />}
    >
      <Pages
        name={`${app}/audit/${subject ?? ''}`}
        pages={pages}
        read={read}
        address={addressOf(app, { ...filters, pages: pages + 1 })}
      >
        {(entries) =>
          entries.length === 0 ? <Nothing subject={subject} /> : <Log app={app} entries={entries} />
        }
      </Pages>
    </Card>
  );
};

/** Who did what to the app, and when. */
export const Audit = ({ app, query }: ScreenOfApp) => {
  const filters = parseFilters(query);
  return (
    <Screen title="Audit" app={app}>
      <Entries key={filters.subject} app={app} filters={filters} />
    </Screen>
  );
};
