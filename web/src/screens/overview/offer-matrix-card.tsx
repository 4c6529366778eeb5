import type { Offer } from '@slipway/api';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query-cache.ts';
import { EmptyState, QueryCard } from '../../ui/card.tsx';
import { daysAgo, formatCount, formatQuantity } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { buildOfferMatrix, type ChannelSummary, type MatrixRow, summarizeChannel } from './offer-matrix.ts';
import { loadOfferState, offerStateKey } from './offer-state.ts';

const releaseAt = (app: string, id: string): string => `/apps/${app}/releases/${id}`;

const Rolling = ({ app, rollout }: { app: string; rollout: Offer['rollout'] }) =>
  rollout === undefined ? null : (
    <span class="rolling">
      <a class="mono" href={releaseAt(app, rollout.releaseId)}>
        {rollout.version}
      </a>{' '}
      to {rollout.percent}%
    </span>
  );

const Version = ({ app, offer }: { app: string; offer: Offer | undefined }) =>
  offer === undefined ? (
    <span class="quiet">nothing</span>
  ) : (
    <>
      <a class="mono strong" href={releaseAt(app, offer.releaseId)}>
        {offer.version}
      </a>
      {!offer.newest && <span class="behind">behind</span>}
      <Rolling app={app} rollout={offer.rollout} />
    </>
  );

/** Yesterday's checks (the last complete UTC day) by target. */
const useChecks = (app: string): Map<string, number> => {
  const day = daysAgo(1);
  const { value } = useQuery(`${app}/checks-by-target`, () =>
    client.sumFleet(app, { by: 'target', from: day, to: day }),
  );
  return new Map(value?.fleet.rows.map(({ target = '', checks }) => [target, checks]));
};

const columnsOf = (
  app: string,
  channels: readonly string[],
  checks: Map<string, number>,
): Column<MatrixRow>[] => [
  { header: 'Platform', isName: true, cell: ({ target }) => <span class="mono">{target}</span> },
  ...channels.map((channel) => ({
    header: channel,
    cell: ({ offers }: MatrixRow) => <Version app={app} offer={offers[channel]} />,
  })),
  { header: 'Checks yesterday', isNumber: true, cell: ({ target }) => formatCount(checks.get(target) ?? 0) },
];

/** One channel per line, for narrow pages. */
const ChannelLine = ({ app, summary }: { app: string; summary: ChannelSummary }) => (
  <li>
    <strong>{summary.channel}</strong>{' '}
    {summary.releaseId === undefined ? (
      <span class="quiet">nothing</span>
    ) : (
      <>
        <a class="mono strong" href={releaseAt(app, summary.releaseId)}>
          {summary.version}
        </a>{' '}
        on {summary.behind.length === 0 ? 'all ' : ''}
        {formatQuantity(summary.targets, 'platform')}
        {summary.behind.length > 0 && ` of ${summary.targets + summary.behind.length}`}
      </>
    )}
    <Rolling app={app} rollout={summary.rollout} />
    {summary.behind.map(({ target, version }) => (
      <span key={target} class="line">
        <span class="mono">{target}</span> is <span class="behind">behind</span>:{' '}
        <span class="mono">{version}</span>
      </span>
    ))}
  </li>
);

/** Offers by target and channel; targets that lag behind are marked. */
export const OfferMatrixCard = ({ app }: { app: string }) => {
  const checks = useChecks(app);
  return (
    <QueryCard
      title="Live now"
      note="What clients are offered, by channel and platform"
      queryKey={offerStateKey(app)}
      queryFn={() => loadOfferState(app)}
      lines={5}
    >
      {({ offers, channels }) =>
        offers.length === 0 ? (
          <EmptyState title="No live releases">
            <p>All releases are withdrawn or held back, so clients get no update.</p>
          </EmptyState>
        ) : (
          <>
            <div class="wide-only">
              <Table
                caption="Live now"
                columns={columnsOf(app, channels, checks)}
                rows={buildOfferMatrix(offers)}
                keyOf={({ target }) => target}
              />
            </div>
            <ul class="narrow-only lines">
              {channels.map((channel) => (
                <ChannelLine key={channel} app={app} summary={summarizeChannel(channel, offers)} />
              ))}
            </ul>
          </>
        )
      }
    </QueryCard>
  );
};
