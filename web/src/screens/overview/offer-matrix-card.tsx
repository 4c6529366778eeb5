import type { Offer } from '@slipway/api';
import { describePlatform } from '@slipway/core/platform-label.ts';
import { useWithdraw } from '../../app/frame/use-withdraw.tsx';
import { useQuery } from '../../data/query-cache.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, QueryCard } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format.ts';
import { Platform } from '../../ui/platform.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type CheckSummary, summarizeChecks } from './checks.ts';
import { platformsText } from './messages.ts';
import { buildOfferMatrix, type ChannelSummary, type MatrixRow, summarizeChannel } from './offer-matrix.ts';
import { loadOfferState, offerStateKey } from './offer-state.ts';
import { checksQuery } from './queries.ts';

const releaseAt = (app: string, id: string): string => `/apps/${app}/releases/${id}`;

const Rolling = ({ app, rollout }: { app: string; rollout: Offer['rollout'] }) =>
  rollout === undefined ? null : (
    <a
      class="badge accent"
      href={releaseAt(app, rollout.releaseId)}
      title={`${rollout.version} rolling out to ${rollout.percent}%`}
    >
      {rollout.version} · {rollout.percent}%
    </a>
  );

const Behind = () => (
  <span title="The newest release on this channel isn’t offered on this platform.">
    <Badge tone="warn">Behind</Badge>
  </span>
);

const Version = ({ app, offer }: { app: string; offer: Offer | undefined }) =>
  offer === undefined ? (
    <span class="quiet" title="No release">
      –
    </span>
  ) : (
    <span class="scopes">
      <a class="mono strong" href={releaseAt(app, offer.releaseId)}>
        {offer.version}
      </a>
      {!offer.newest && <Behind />}
      <Rolling app={app} rollout={offer.rollout} />
    </span>
  );

const columnsOf = (
  app: string,
  channels: readonly string[],
  checks: CheckSummary['byTarget'] | undefined,
): Column<MatrixRow>[] => [
  { header: 'Platform', isName: true, cell: ({ target }) => <Platform target={target} /> },
  ...channels.map((channel) => ({
    header: channel,
    cell: ({ offers }: MatrixRow) => <Version app={app} offer={offers[channel]} />,
  })),
  {
    header: 'Checks today',
    isNumber: true,
    cell: ({ target }) => {
      const { today, yesterday } = checks?.get(target) ?? { today: 0, yesterday: 0 };
      return (
        <>
          {formatCount(today)} <span class="line">{formatCount(yesterday)} yesterday</span>
        </>
      );
    },
  },
];

/** One channel per line, for narrow pages. */
const ChannelLine = ({ app, summary }: { app: string; summary: ChannelSummary }) => (
  <li>
    <strong>{summary.channel}</strong>{' '}
    {summary.releaseId === undefined ? (
      <span class="quiet">No release</span>
    ) : (
      <>
        <a class="mono strong" href={releaseAt(app, summary.releaseId)}>
          {summary.version}
        </a>{' '}
        {platformsText(summary.targets, summary.behind.length)}
      </>
    )}{' '}
    <Rolling app={app} rollout={summary.rollout} />
    {summary.behind.map(({ target, version }) => (
      <span key={target} class="line">
        {describePlatform(target)}: <span class="mono">{version}</span> <Behind />
      </span>
    ))}
  </li>
);

/** Offers by platform and channel; platforms that lag behind are marked. */
export const OfferMatrixCard = ({ app }: { app: string }) => {
  const { value } = useQuery(...checksQuery(app));
  const checks = value && summarizeChecks(value.fleet, []).byTarget;
  const withdraw = useWithdraw(app);
  return (
    <QueryCard
      aside={
        withdraw.isAllowed && (
          <>
            <Button kind="quiet" onPress={withdraw.open}>
              Withdraw…
            </Button>
            {withdraw.dialog}
          </>
        )
      }
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
