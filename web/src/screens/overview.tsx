import { client } from '../client.ts';
import { useAnswer } from '../live.ts';
import { Badge } from '../parts/badge.tsx';
import { LinkButton } from '../parts/button.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Icon } from '../parts/icon.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { mayNot } from '../session.ts';
import { Allowance } from './overview/allowance.tsx';
import { Downloads } from './overview/downloads.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { InstalledVersions } from './overview/installed-versions.tsx';
import { useOffered } from './overview/offered.ts';
import { OfferedNow } from './overview/offered-now.tsx';
import { Rollouts } from './overview/rollouts.tsx';

const adapterNames: Readonly<Record<string, string>> = {
  tauri: 'Tauri',
  rest: 'REST',
  squirrel: 'Squirrel',
  'cargo-packager': 'cargo-packager',
};

/** How an app does: what is offered, what is installed, what it costs. */
export const Overview = ({ app: slug }: ScreenOfApp) => {
  const app = useAnswer(`${slug}/app`, () => client.getApp(slug)).value?.app;
  const { value, error } = useOffered(slug);
  const last = value?.offers
    .map(({ publishedAt }) => publishedAt)
    .sort()
    .at(-1);
  // What is below is drawn at once and seen when it is known how long that above it is: nothing moves under the reader.
  const isSettled = value !== undefined || error !== undefined;
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
            <Badge tone="plain">{adapterNames[app.adapter] ?? app.adapter}</Badge>
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
          <div class={isSettled ? 'stack' : 'stack unseen'}>
            <InstalledVersions app={slug} />
            <div class="thirds">
              <Rollouts app={slug} />
              <Downloads app={slug} />
              <Allowance app={slug} />
            </div>
          </div>
        </>
      )}
    </Screen>
  );
};
