import type { Release, ReleaseState } from '@slipway/api';
import type { AppScreenProps } from '../app/app-screen.ts';
import { navigate } from '../app/location.ts';
import { client } from '../data/client.ts';
import { useChannels } from '../data/queries.ts';
import { isSettled } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card, EmptyState, RevealWhenSettled } from '../ui/card.tsx';
import { CodeBlock } from '../ui/copy-button.tsx';
import { Select } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Page, PagedList } from '../ui/paged-list.tsx';
import { Screen } from '../ui/screen.tsx';
import { DraftList, useDrafts } from './releases/draft-list.tsx';
import { parseReleaseFilters, type ReleaseFilters, releasesUrl } from './releases/filters.ts';
import { ReleaseTimeline } from './releases/release-timeline.tsx';

const everyChannel = 'All channels';
const states: Readonly<Record<string, string>> = {
  '': 'All states',
  published: 'Published',
  withdrawn: 'Withdrawn',
  draft: 'Draft',
};

const FilterFields = ({ app, filters }: { app: string; filters: ReleaseFilters }) => {
  const channels = useChannels(app) ?? [];
  const names = channels.map(({ name }) => name);
  const { channel, state, search } = filters;
  const choices = channel === undefined || names.includes(channel) ? names : [...names, channel];
  const go = (change: Partial<ReleaseFilters>): void =>
    navigate(releasesUrl(app, { ...filters, pages: 1, ...change }));
  return (
    <>
      <Select
        label="Channel"
        options={[everyChannel, ...choices]}
        value={channel ?? everyChannel}
        onChange={(value) => go({ channel: value === everyChannel ? undefined : value })}
      />
      <Select
        label="State"
        options={Object.keys(states)}
        labelOf={(option) => states[option] ?? option}
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

const Nothing = ({ app, filters: { channel, state, search } }: { app: string; filters: ReleaseFilters }) =>
  (channel ?? state ?? search) === undefined ? (
    <EmptyState title="No releases yet">
      <p>
        Drop your build on <a href={`/apps/${app}/new`}>New release</a>, or run this in the build folder:
      </p>
      <CodeBlock text={`slipway publish --app ${app}`} label="Publish with the CLI" />
    </EmptyState>
  ) : (
    <EmptyState title="No releases match these filters">
      <p>
        <a href={`/apps/${app}/releases`}>Clear filters</a>
      </p>
    </EmptyState>
  );

const List = ({ app, filters }: { app: string; filters: ReleaseFilters }) => {
  const { channel, state, search, pages } = filters;
  const read = async (cursor: string | undefined): Promise<Page<Release>> => {
    const { releases, next } = await client.listReleases(app, {
      ...{ limit: 30, channel, state, cursor },
      version: search,
    });
    return { items: releases, next };
  };
  return (
    <Card title="All releases" aside={<FilterFields app={app} filters={filters} />}>
      <PagedList
        queryKey={`${app}/releases/${channel ?? ''}/${state ?? ''}/${search ?? ''}`}
        pages={pages}
        read={read}
        address={releasesUrl(app, { ...filters, pages: pages + 1 })}
      >
        {(releases) => {
          const published = releases.filter((release) => release.state !== 'draft');
          return published.length > 0 ? (
            <ReleaseTimeline app={app} channel={channel} releases={published} />
          ) : (
            (state !== 'draft' || releases.length === 0) && <Nothing app={app} filters={filters} />
          );
        }}
      </PagedList>
    </Card>
  );
};

export const Releases = ({ app, query }: AppScreenProps) => {
  const filters = parseReleaseFilters(query);
  const drafts = useDrafts(app, filters);
  return (
    <Screen
      title="Releases"
      app={app}
      actions={
        <LinkButton kind="primary" href={`/apps/${app}/new`} disabledReason={denialReason('publish')}>
          <Icon name="plus" />
          New release
        </LinkButton>
      }
    >
      {(filters.state === undefined || filters.state === 'draft') && (
        <DraftList app={app} filters={filters} />
      )}
      <RevealWhenSettled isSettled={isSettled(drafts)}>
        <List app={app} filters={filters} />
      </RevealWhenSettled>
    </Screen>
  );
};
