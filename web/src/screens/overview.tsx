import type { AppScreenProps } from '../app/app-screen.ts';
import { useApp } from '../data/queries.ts';
import { isSettled } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { adapterName } from '../ui/adapter-select.tsx';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { RevealWhenSettled } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { AllowanceCard } from './overview/allowance-card.tsx';
import { DownloadsCard } from './overview/downloads-card.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { InstalledVersionsCard } from './overview/installed-versions-card.tsx';
import { OfferMatrixCard } from './overview/offer-matrix-card.tsx';
import { useOfferState } from './overview/offer-state.ts';
import { RolloutsCard } from './overview/rollouts-card.tsx';

export const Overview = ({ app: slug }: AppScreenProps) => {
  const app = useApp(slug);
  const offered = useOfferState(slug);
  const { value } = offered;
  const last = value?.offers
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
        app !== undefined && (
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
      {app !== undefined && value !== undefined && (value.isNew || !value.hasChecks) && (
        <FirstSteps app={app} isNew={value.isNew} isAsked={value.hasChecks} />
      )}
      {value?.isNew !== true && (
        <>
          <OfferMatrixCard app={slug} />
          <RevealWhenSettled isSettled={isSettled(offered)}>
            <InstalledVersionsCard app={slug} />
            <div class="thirds">
              <RolloutsCard app={slug} />
              <DownloadsCard app={slug} />
              <AllowanceCard app={slug} />
            </div>
          </RevealWhenSettled>
        </>
      )}
    </Screen>
  );
};
