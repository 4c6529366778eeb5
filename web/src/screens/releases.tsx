import type { Release, ReleaseState } from '@slipway/api';
import { client } from '../client.ts';
import { isSettled } from '../live.ts';
import { LinkButton } from '../parts/button.tsx';
import { Below, Card, Empty } from '../parts/card.tsx';
import { CodeBlock } from '../parts/copyable.tsx';
import { Select } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { type Listed, Pages } from '../parts/older.tsx';
import { Screen } from '../parts/screen.tsx';
import { goTo } from '../place.ts';
import { useChannels } from '../readings.ts';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { mayNot } from '../session.ts';
import { TimeLine } from './releases/days.tsx';
import { Drafts, useDrafts } from './releases/drafts.tsx';
import { addressOf, type Filters, parseFilters } from './releases/filters.ts';

const everyChannel = 'all channels';
const everyState = 'all states';
const states: readonly ReleaseState[] = ['published', 'withdrawn', 'draft'];

const FilterFields = ({ app, filters }: { app: string; filters: Filters }) => {
  const channels = useChannels(app) ?? [];
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
  const read = async (cursor: string | undefined): Promise<Listed<Release>> => {
    const { releases, next } = await client.listReleases(app, { limit: 30, channel, state, cursor });
    return { items: releases, next };
  };
  return (
    <Card title="Published" aside={<FilterFields app={app} filters={filters} />}>
      {state === 'draft' && <p class="padded quiet">Only drafts are shown: they stand above.</p>}
      <Pages
        name={`${app}/releases/${channel ?? ''}/${state ?? ''}`}
        pages={pages}
        read={read}
        address={addressOf(app, { ...filters, pages: pages + 1 })}
      >
        {(releases) => {
          const published = releases.filter((release) => release.state !== 'draft');
          if (published.length > 0) return <TimeLine app={app} channel={channel} releases={published} />;
          return state !== 'draft' && <Nothing app={app} filters={filters} />;
        }}
      </Pages>
    </Card>
  );
};

/** What was published and what is about to be. */
export const Releases = ({ app, query }: ScreenOfApp) => {
  const filters = parseFilters(query);
  const drafts = useDrafts(app, filters.channel);
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
      <Below isSettled={isSettled(drafts)}>
        <List app={app} filters={filters} />
      </Below>
    </Screen>
  );
};
