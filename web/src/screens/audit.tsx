import type { AuditEntry } from '@slipway/api';
import { useRef, useState } from 'preact/hooks';
import { client } from '../client.ts';
import { refreshNamed, useAnswer } from '../live.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card, Empty, Skeleton } from '../parts/card.tsx';
import { ProblemBox } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { goTo } from '../place.ts';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { addressOf, type Filters, parseFilters } from './audit/filters.ts';
import { Log } from './audit/log.tsx';

interface Listed {
  entries: AuditEntry[];
  next: string | null;
}

const pageSize = 50;

/** The first pages of the log, one after the other: each begins where the one before ended. */
const readPages = async (app: string, { subject, pages }: Filters): Promise<Listed> => {
  const entries: AuditEntry[] = [];
  let next: string | null = null;
  for (let page = 0; page < pages && (page === 0 || next !== null); page += 1) {
    const answer: Listed = await client.listAudit(app, {
      limit: pageSize,
      ...(subject === undefined ? {} : { subject }),
      ...(next === null ? {} : { cursor: next }),
    });
    entries.push(...answer.entries);
    next = answer.next;
  }
  return { entries, next };
};

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
  const name = `${app}/audit/${subject ?? ''}/${pages}`;
  const answer = useAnswer(name, () => readPages(app, filters));
  // While older ones come, those that are there stay.
  const last = useRef<Listed | undefined>(undefined);
  if (answer.value !== undefined) last.current = answer.value;
  const { error, value = last.current } = answer;
  return (
    <Card
      title={subject === undefined ? 'Everything' : `About ${subject}`}
      note="newest first"
      aside={<SubjectFilter app={app} subject={subject} />}
    >
      <ProblemBox error={error} onRetry={() => refreshNamed(name)} />
      {value === undefined && error === undefined && <Skeleton lines={8} />}
      {value?.entries.length === 0 && <Nothing subject={subject} />}
      {value !== undefined && value.entries.length > 0 && <Log app={app} entries={value.entries} />}
      {value !== undefined && value.next !== null && (
        <p class="padded older">
          <Button
            isBusy={answer.value === undefined}
            onPress={() => goTo(addressOf(app, { ...filters, pages: pages + 1 }), true)}
          >
            Older
          </Button>
        </p>
      )}
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
