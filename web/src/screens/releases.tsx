import type { Release, ReleaseState } from '@slipway/api';
import type { ScreenOfApp } from '../app/app-screen.ts';
import { goTo } from '../app/location.ts';
import { client } from '../data/client.ts';
import { useChannels } from '../data/queries.ts';
import { isSettled } from '../data/query-cache.ts';
import { mayNot } from '../data/session.ts';
import { LinkButton } from '../ui/button.tsx';
import { Below, Card, Empty } from '../ui/card.tsx';
import { CodeBlock } from '../ui/copyable.tsx';
import { Select } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Listed, Pages } from '../ui/paged-list.tsx';
import { Screen } from '../ui/screen.tsx';
import { TimeLine } from './releases/days.tsx';
import { Drafts, useDrafts } from './releases/drafts.tsx';
import { addressOf, type Filters, parseFilters } from './releases/filters.ts';

const everyChannel = 'All channels';
const states: Readonly<Record<string, string>> = {
  '': 'All states',
  published: 'Published',
  withdrawn: 'Withdrawn',
  draft: 'Draft',
};

const FilterFields = ({ app, filters }: { app: string; filters: Filters }) => {
  const channels = useChannels(app) ?? [];
  const names = channels.map(({ name }) => name);
  const { channel, state, search } = filters;
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
        options={Object.keys(states)}
        wordsOf={(option) => states[option] ?? option}
        value={state ?? ''}
        onChange={(value) => go({ state: value as ReleaseState })}
      />
      <input
        type="search"
        aria-label="Search versions"
        placeholder="Search versions"
        maxLength={128}
        value={search}
        onChange={(event) => go({ search: event.currentTarget.value.trim() })}
      />
    </>
  );
};

const Nothing = ({ app, filters: { channel, state, search } }: { app: string; filters: Filters }) =>
  (channel ?? state ?? search) === undefined ? (
    <Empty title="No releases yet">
      <p>
        Drop your build on <a href={`/apps/${app}/new`}>New release</a>, or run this in the build folder:
      </p>
      <CodeBlock text={`slipway publish --app ${app}`} label="Publish with the CLI" />
    </Empty>
  ) : (
    <Empty title="No releases match these filters">
      <p>
        <a href={`/apps/${app}/releases`}>Clear filters</a>
      </p>
    </Empty>
  );

const List = ({ app, filters }: { app: string; filters: Filters }) => {
  const { channel, state, search, pages } = filters;
  const read = async (cursor: string | undefined): Promise<Listed<Release>> => {
    const { releases, next } = await client.listReleases(app, {
      ...{ limit: 30, channel, state, cursor },
      version: search,
    });
    return { items: releases, next };
  };
  return (
    <Card title="All releases" aside={<FilterFields app={app} filters={filters} />}>
      <Pages
        name={`${app}/releases/${channel ?? ''}/${state ?? ''}/${search ?? ''}`}
        pages={pages}
        read={read}
        address={addressOf(app, { ...filters, pages: pages + 1 })}
      >
        {(releases) => {
          const published = releases.filter((release) => release.state !== 'draft');
          return published.length > 0 ? (
            <TimeLine app={app} channel={channel} releases={published} />
          ) : (
            (state !== 'draft' || releases.length === 0) && <Nothing app={app} filters={filters} />
          );
        }}
      </Pages>
    </Card>
  );
};

/** What was published and what is about to be. */
export const Releases = ({ app, query }: ScreenOfApp) => {
  const filters = parseFilters(query);
  const drafts = useDrafts(app, filters);
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
      {(filters.state === undefined || filters.state === 'draft') && <Drafts app={app} filters={filters} />}
      <Below isSettled={isSettled(drafts)}>
        <List app={app} filters={filters} />
      </Below>
    </Screen>
  );
};
