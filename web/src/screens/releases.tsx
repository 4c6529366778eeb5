import type { Release, ReleaseState } from '@slipway/api';
import { useRef } from 'preact/hooks';
import { client } from '../client.ts';
import { refreshNamed, useAnswer } from '../live.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card, Empty, Skeleton } from '../parts/card.tsx';
import { CodeBlock } from '../parts/copyable.tsx';
import { Select } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { ProblemBox } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { goTo } from '../place.ts';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { mayNot } from '../session.ts';
import { TimeLine } from './releases/days.tsx';
import { Drafts, useDrafts } from './releases/drafts.tsx';
import { addressOf, type Filters, parseFilters } from './releases/filters.ts';

interface Listed {
  releases: Release[];
  next: string | null;
}

const pageSize = 30;

/** The first pages of the list, one after the other: each begins where the one before ended. */
const readPages = async (app: string, { channel, state, pages }: Filters): Promise<Listed> => {
  const releases: Release[] = [];
  let next: string | null = null;
  for (let page = 0; page < pages && (page === 0 || next !== null); page += 1) {
    const query = {
      limit: pageSize,
      ...(channel === undefined ? {} : { channel }),
      ...(state === undefined ? {} : { state }),
      ...(next === null ? {} : { cursor: next }),
    };
    const answer: Listed = await client.listReleases(app, query);
    releases.push(...answer.releases);
    next = answer.next;
  }
  return { releases, next };
};

const everyChannel = 'all channels';
const everyState = 'all states';
const states: readonly ReleaseState[] = ['published', 'withdrawn', 'draft'];

const FilterFields = ({ app, filters }: { app: string; filters: Filters }) => {
  const channels = useAnswer(`${app}/channels`, () => client.listChannels(app)).value?.channels ?? [];
  const names = channels.map(({ name }) => name);
  const { channel, state } = filters;
  const shown = channel === undefined || names.includes(channel) ? names : [...names, channel];
  const go = (change: Partial<Filters>): void => goTo(addressOf(app, { ...filters, pages: 1, ...change }));
  return (
    <>
      <Select
        label="Channel"
        options={[everyChannel, ...shown]}
        value={channel ?? everyChannel}
        onChange={(value) => go({ channel: value === everyChannel ? undefined : value })}
      />
      <Select
        label="State"
        options={[everyState, ...states]}
        value={state ?? everyState}
        onChange={(value) => go({ state: value === everyState ? undefined : (value as ReleaseState) })}
      />
    </>
  );
};

const Nothing = ({ app, filters: { channel, state } }: { app: string; filters: Filters }) =>
  channel === undefined && state === undefined ? (
    <Empty title="Nothing published yet.">
      <p>
        A release is a version with a file for each target. Drop the files of a build on{' '}
        <a href={`/apps/${app}/new`}>New release</a>, or run this in the folder of the build:
      </p>
      <CodeBlock text={`slipway publish --app ${app}`} label="Publish by command line" />
    </Empty>
  ) : (
    <Empty title="No release fits these filters.">
      <p>
        <a href={`/apps/${app}/releases`}>Show all releases</a>
      </p>
    </Empty>
  );

const List = ({ app, filters }: { app: string; filters: Filters }) => {
  const { channel, state, pages } = filters;
  const kind = `${app}/releases/${channel ?? ''}/${state ?? ''}`;
  const name = `${kind}/${pages}`;
  const answer = useAnswer(name, () => readPages(app, filters));
  // While older ones come, those that are there stay.
  const last = useRef<{ kind: string; value: Listed } | undefined>(undefined);
  if (answer.value !== undefined) last.current = { kind, value: answer.value };
  const value = answer.value ?? (last.current?.kind === kind ? last.current.value : undefined);
  const { error } = answer;
  const published = value?.releases.filter((release) => release.state !== 'draft') ?? [];
  return (
    <Card title="Published" aside={<FilterFields app={app} filters={filters} />}>
      <ProblemBox error={error} onRetry={() => refreshNamed(name)} />
      {value === undefined && error === undefined && <Skeleton lines={6} />}
      {value !== undefined && published.length === 0 && state !== 'draft' && (
        <Nothing app={app} filters={filters} />
      )}
      {state === 'draft' && <p class="padded quiet">Only drafts are shown: they stand above.</p>}
      {published.length > 0 && <TimeLine app={app} channel={channel} releases={published} />}
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

/** What was published and what is about to be. */
export const Releases = ({ app, query }: ScreenOfApp) => {
  const filters = parseFilters(query);
  const { value, error } = useDrafts(app, filters.channel);
  // What is below the drafts is seen when it is known how many there are: nothing moves under the reader.
  const isSettled = value !== undefined || error !== undefined;
  return (
    <Screen
      title="Releases"
      app={app}
      actions={
        <LinkButton kind="primary" href={`/apps/${app}/new`} reason={mayNot('publish')}>
          <Icon name="plus" />
          New release
        </LinkButton>
      }
    >
      {(filters.state === undefined || filters.state === 'draft') && (
        <Drafts app={app} channel={filters.channel} />
      )}
      <div class={isSettled ? 'stack' : 'stack unseen'}>
        <List app={app} filters={filters} />
      </div>
    </Screen>
  );
};
