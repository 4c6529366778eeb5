import type { App } from '@slipway/api';
import { client } from '../client.ts';
import { isSettled, refreshNamed, useAnswer } from '../live.ts';
import { Below, Card, Skeleton } from '../parts/card.tsx';
import { ProblemBox } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { mayNot } from '../session.ts';
import { Allowance } from './settings/allowance.tsx';
import { DeleteApp } from './settings/delete-app.tsx';
import { General } from './settings/general.tsx';
import { Signatures } from './settings/signatures.tsx';
import { TrustedPublishers } from './settings/trusted.tsx';

/** Whether it is known how long the lists are: what is below them is seen then, and nothing moves under the reader. */
const useListsSettled = (slug: string): boolean => {
  const isShown = mayNot('manage') === undefined;
  const keys = useAnswer(`${slug}/signing-keys`, () => client.listSigningKeys(slug));
  const trusted = useAnswer(isShown ? `${slug}/trusted-publishers` : undefined, () =>
    client.listTrustedPublishers(slug),
  );
  return isSettled(keys) && (!isShown || isSettled(trusted));
};

const All = ({ app }: { app: App }) => (
  <>
    <General app={app} />
    <Allowance app={app} />
    <Below isSettled={useListsSettled(app.slug)}>
      <Signatures app={app} />
      <TrustedPublishers app={app} />
      <DeleteApp app={app} />
    </Below>
  </>
);

/** What an app is, who may publish it, and whose signatures count. */
export const Settings = ({ app: slug }: ScreenOfApp) => {
  const name = `${slug}/app`;
  const { value, error } = useAnswer(name, () => client.getApp(slug));
  return (
    <Screen title="Settings" app={slug}>
      <ProblemBox error={error} onRetry={() => refreshNamed(name)} />
      {value === undefined && error === undefined && (
        <Card title="General">
          <Skeleton lines={8} />
        </Card>
      )}
      {value !== undefined && <All app={value.app} />}
    </Screen>
  );
};
