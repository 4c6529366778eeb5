import type { App } from '@slipway/api';
import type { ComponentType } from 'preact';
import type { ScreenOfApp } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { refreshNamed, useAnswer } from '../data/query-cache.ts';
import { Card, Skeleton } from '../ui/card.tsx';
import { ProblemBox } from '../ui/problem.tsx';
import { Screen } from '../ui/screen.tsx';
import { Allowance } from './settings/allowance.tsx';
import { DeleteApp } from './settings/delete-app.tsx';
import { Delivery } from './settings/delivery.tsx';
import { General } from './settings/general.tsx';
import { Signatures } from './settings/signatures.tsx';
import { TrustedPublishers } from './settings/trusted-publishers.tsx';

/** The tabs, by the last part of their address. */
const tabs: readonly (readonly [at: string, label: string, ComponentType<{ app: App }>[]])[] = [
  ['general', 'General', [General]],
  ['delivery', 'Delivery', [Delivery, Allowance]],
  ['signing', 'Signing', [Signatures]],
  ['publishing', 'Publishing', [TrustedPublishers]],
  ['danger', 'Danger zone', [DeleteApp]],
];

/** What an app is, who may publish it, and whose signatures count. */
export const Settings = ({ app: slug, params }: ScreenOfApp) => {
  const name = `${slug}/app`;
  const { value, error } = useAnswer(name, () => client.getApp(slug));
  const tab = tabs.find(([at]) => at === params.tab) ?? tabs[0];
  return (
    <Screen title="Settings" app={slug}>
      <nav class="tabs" aria-label="Settings">
        {tabs.map(([at, label]) => (
          <a
            key={at}
            href={`/apps/${slug}/settings/${at}`}
            aria-current={at === tab?.[0] ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <ProblemBox error={error} onRetry={() => refreshNamed(name)} />
      {value === undefined && error === undefined && (
        <Card title="General">
          <Skeleton lines={8} />
        </Card>
      )}
      {value !== undefined && tab?.[2].map((Part) => <Part key={Part} app={value.app} />)}
    </Screen>
  );
};
