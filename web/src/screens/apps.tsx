import type { App, Offer } from '@slipway/api';
import { useState } from 'preact/hooks';
import { appsKey, listAllApps, useApps } from '../data/apps.ts';
import { client } from '../data/client.ts';
import { useOffers } from '../data/queries.ts';
import { useQuery } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Card, QueryView } from '../ui/card.tsx';
import { daysAgo, formatBytes, formatCompact } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { NewAppForm } from './new-app-form.tsx';

const newestOf = (offers: readonly Offer[]): [channel: string, version: string][] => {
  const newest = offers
    .filter((offer) => offer.newest)
    .map(({ channel, version }) => [channel, version] as const);
  return [...new Map(newest)].sort(([one], [other]) => Number(other === 'stable') - Number(one === 'stable'));
};

const useUsage = (app: string) =>
  useQuery(`${app}/usage-30`, () => client.sumUsage(app, { by: 'day', from: daysAgo(29) })).value?.usage;

const Versions = ({ app }: { app: string }) => {
  const offers = useOffers(app);
  if (offers === undefined) return <>…</>;
  const newest = newestOf(offers);
  if (newest.length === 0) return <span class="quiet">No releases</span>;
  return (
    <>
      {newest.map(([channel, version]) => (
        <span key={channel} class="pair">
          <span class="quiet">{channel}</span> <span class="mono">{version}</span>
        </span>
      ))}
    </>
  );
};

const Downloads = ({ app }: { app: string }) => {
  const usage = useUsage(app);
  return <>{usage === undefined ? '' : formatCompact(usage.totals.downloads)}</>;
};

const Allowance = ({ app: { slug, allowanceBytes } }: { app: App }) => {
  const usage = useUsage(slug);
  if (allowanceBytes === null) return <span class="quiet">No limit</span>;
  return (
    <>{`${usage === undefined ? '…' : formatBytes(usage.month.bytes)} of ${formatBytes(allowanceBytes)}`}</>
  );
};

const LastRelease = ({ app }: { app: string }) => {
  const offers = useOffers(app);
  if (offers === undefined) return <>…</>;
  const last = offers
    .map(({ publishedAt }) => publishedAt)
    .sort()
    .at(-1);
  return last === undefined ? <span class="quiet">Never</span> : <Time at={last} isAgo />;
};

const columns: readonly Column<App>[] = [
  {
    header: 'App',
    isName: true,
    cell: ({ slug, name }) => (
      <a href={`/apps/${slug}`}>
        {name} {name !== slug && <span class="quiet mono">{slug}</span>}
      </a>
    ),
  },
  { header: 'Latest', cell: ({ slug }) => <Versions app={slug} /> },
  { header: 'Last release', cell: ({ slug }) => <LastRelease app={slug} /> },
  { header: 'Downloads (30 days)', isNumber: true, cell: ({ slug }) => <Downloads app={slug} /> },
  { header: 'Download limit', isNumber: true, cell: (app) => <Allowance app={app} /> },
];

const matches =
  (text: string) =>
  ({ slug, name }: App): boolean =>
    `${slug} ${name}`.toLowerCase().includes(text.trim().toLowerCase());

const List = ({ apps }: { apps: readonly App[] }) => {
  const [text, setText] = useState('');
  const found = apps.filter(matches(text));
  return (
    <Card
      title="All apps"
      note={`${apps.length}`}
      aside={
        apps.length > 5 && (
          <input
            type="search"
            aria-label="Search apps"
            placeholder="Search apps"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )
      }
    >
      {found.length === 0 ? (
        <p class="padded quiet">No apps match “{text}”.</p>
      ) : (
        <Table caption="Apps" columns={columns} rows={found} keyOf={({ slug }) => slug} />
      )}
    </Card>
  );
};

/** The operator's list of apps; if there are none, the form for the first one. */
export const Apps = () => {
  const [isMaking, setMaking] = useState(false);
  const isEmpty = useApps().value?.apps.length === 0;
  const start = (
    <Button kind="primary" disabledReason={denialReason('admin')} onPress={() => setMaking(true)}>
      <Icon name="plus" />
      New app
    </Button>
  );
  return (
    <Screen title="Apps" {...(isEmpty ? {} : { actions: start })}>
      <QueryView queryKey={appsKey} queryFn={listAllApps}>
        {({ apps }) => (
          <div class={isEmpty ? 'first-run' : 'stack'}>
            {(isMaking || isEmpty) && (
              <NewAppForm isFirst={isEmpty} onCancel={isEmpty ? undefined : () => setMaking(false)} />
            )}
            {apps.length > 0 && <List apps={apps} />}
          </div>
        )}
      </QueryView>
    </Screen>
  );
};
