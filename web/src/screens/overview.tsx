import type { ScreenOfApp } from '../app/app-screen.ts';
import { useApp } from '../data/queries.ts';
import { isSettled } from '../data/query-cache.ts';
import { mayNot } from '../data/session.ts';
import { nameOfAdapter } from '../ui/adapter-choice.tsx';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Below } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { Allowance } from './overview/allowance.tsx';
import { Downloads } from './overview/downloads.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { InstalledVersions } from './overview/installed-versions.tsx';
import { useOffered } from './overview/offered.ts';
import { OfferedNow } from './overview/offered-now.tsx';
import { Rollouts } from './overview/rollouts.tsx';

/** How an app does: what is offered, what is installed, what it costs. */
export const Overview = ({ app: slug }: ScreenOfApp) => {
  const app = useApp(slug);
  const offered = useOffered(slug);
  const { value } = offered;
  const last = value?.offers
    .map(({ publishedAt, rollout }) => rollout?.publishedAt ?? publishedAt)
    .sort()
    .at(-1);
  return (
    <Screen
      title={app?.name ?? slug}
      actions={
        <LinkButton kind="primary" href={`/apps/${slug}/new`} reason={mayNot('publish')}>
          <Icon name="plus" />
          New release
        </LinkButton>
      }
      under={
        app !== undefined && (
          <>
            <Copyable text={app.publicUrl} />
            <Badge tone="plain">{nameOfAdapter(app.adapter)}</Badge>
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
          <OfferedNow app={slug} />
          <Below isSettled={isSettled(offered)}>
            <InstalledVersions app={slug} />
            <div class="thirds">
              <Rollouts app={slug} />
              <Downloads app={slug} />
              <Allowance app={slug} />
            </div>
          </Below>
        </>
      )}
    </Screen>
  );
};
