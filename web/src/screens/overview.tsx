import { useState } from 'preact/hooks';
import type { AppScreenProps } from '../app/app-screen.ts';
import { useApp } from '../data/queries.ts';
import { denialReason } from '../data/session.ts';
import { adapterName } from '../ui/adapter-select.tsx';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { RevealWhenSettled, Skeleton } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { AllowanceCard } from './overview/allowance-card.tsx';
import { AttentionList } from './overview/attention-list.tsx';
import { DownloadsCard } from './overview/downloads-card.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { InstalledVersionsCard } from './overview/installed-versions-card.tsx';
import { OfferMatrixCard } from './overview/offer-matrix-card.tsx';
import { RolloutsCard } from './overview/rollouts-card.tsx';
import { TodayCard } from './overview/today-card.tsx';
import { useOverview } from './overview/use-overview.ts';

export const Overview = ({ app: slug }: AppScreenProps) => {
  const app = useApp(slug);
  const { isSettled, offered, checks, usage, attention } = useOverview(slug);
  const [isStarting, setStarting] = useState(false);
  const isUnfinished = offered !== undefined && (offered.isNew || !offered.hasChecks);
  // Stays until it is dismissed, so that the first check does not make it vanish.
  if (isUnfinished && !isStarting) setStarting(true);
  const last = offered?.offers
    .map(({ publishedAt, rollout }) => rollout?.publishedAt ?? publishedAt)
    .sort()
    .at(-1);
  return (
    <Screen
      title={app?.name ?? slug}
      actions={
        <LinkButton kind="primary" href={`/apps/${slug}/new`} disabledReason={denialReason('publish')}>
          <Icon name="plus" />
          New release
        </LinkButton>
      }
      subtitle={
        app !== undefined &&
        isSettled && (
          <>
            <CopyButton text={app.publicUrl} />
            <Badge tone="plain">{adapterName(app.adapter)}</Badge>
            {last !== undefined && (
              <span>
                Last release <Time at={last} isAgo />
              </span>
            )}
          </>
        )
      }
    >
      {app !== undefined && offered !== undefined && (isStarting || isUnfinished) && (
        <FirstSteps
          app={app}
          isNew={offered.isNew}
          isAsked={offered.hasChecks}
          onDismiss={() => setStarting(false)}
        />
      )}
      {!isSettled && <Skeleton lines={12} />}
      {offered?.isNew !== true && (
        <RevealWhenSettled isSettled={isSettled}>
          <AttentionList app={slug} items={attention} />
          <TodayCard fleet={checks?.fleet} offers={offered?.offers ?? []} usage={usage} />
          <RolloutsCard app={slug} />
          <OfferMatrixCard app={slug} />
          <InstalledVersionsCard app={slug} />
          <div class="halves">
            <DownloadsCard app={slug} />
            <AllowanceCard app={slug} />
          </div>
        </RevealWhenSettled>
      )}
    </Screen>
  );
};
