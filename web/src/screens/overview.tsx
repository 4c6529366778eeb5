import type { AppScreenProps } from '../app/app-screen.ts';
import { useApp } from '../data/queries.ts';
import { isSettled } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { adapterName } from '../ui/adapter-choice.tsx';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { RevealWhenSettled } from '../ui/card.tsx';
import { CopyButton } from '../ui/copyable.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { AllowanceCard } from './overview/allowance.tsx';
import { DownloadsCard } from './overview/downloads.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { InstalledVersionsCard } from './overview/installed-versions.tsx';
import { useOfferState } from './overview/offered.ts';
import { OfferMatrixCard } from './overview/offered-now.tsx';
import { RolloutsCard } from './overview/rollouts.tsx';

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
        <LinkButton kind="primary" href={`/apps/${slug}/new`} reason={denialReason('publish')}>
          <Icon name="plus" />
          New release
        </LinkButton>
      }
      under={
        app !== undefined && (
          <>
            <CopyButton text={app.publicUrl} />
            <Badge tone="plain">{adapterName(app.adapter)}</Badge>
            {last !== undefined && (
              <span>
                last release <Time at={last} />
              </span>
            )}
          </>
        )
      }
    >
      {app !== undefined && value !== undefined && (value.isNew || !value.isAsked) && (
        <FirstSteps app={app} isNew={value.isNew} isAsked={value.isAsked} />
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
