import type { App } from '@slipway/api';
import type { ComponentType } from 'preact';
import type { AppScreenProps } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { refetchQuery, useQuery } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { Card, Skeleton } from '../ui/card.tsx';
import { ProblemBox } from '../ui/problem.tsx';
import { Screen } from '../ui/screen.tsx';
import { DeleteAppCard } from './settings/delete-app.tsx';
import { DeliverySettings } from './settings/delivery.tsx';
import { GeneralSettings } from './settings/general.tsx';
import { SignatureSettings } from './settings/signatures.tsx';
import { TrustedPublisherSettings } from './settings/trusted-publishers.tsx';

/** Tabs by the last part of their URL. */
const tabs: readonly (readonly [at: string, label: string, ComponentType<{ app: App }>[]])[] = [
  ['general', 'General', [GeneralSettings]],
  ['delivery', 'Delivery', [DeliverySettings]],
  ['signing', 'Signing', [SignatureSettings]],
  ['publishing', 'Publishing', [TrustedPublisherSettings]],
  ['danger', 'Danger zone', [DeleteAppCard]],
];

export const Settings = ({ app: slug, params }: AppScreenProps) => {
  const queryKey = `${slug}/app`;
  const { value, error } = useQuery(queryKey, () => client.getApp(slug));
  const reason = denialReason('manage');
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
      {reason !== undefined && <p class="notice">{reason}</p>}
      <ProblemBox error={error} onRetry={() => refetchQuery(queryKey)} />
      {value === undefined && error === undefined && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {value !== undefined && tab?.[2].map((Part) => <Part key={Part} app={value.app} />)}
    </Screen>
  );
};
