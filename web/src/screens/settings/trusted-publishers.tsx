import type { App, TrustedPublisher } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { isSettled, useQuery } from '../../data/query-cache.ts';
import { denialReason, session } from '../../data/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, QueryView, RevealWhenSettled } from '../../ui/card.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { trustedPublishingHelp } from '../keys/messages.ts';
import { providerNames, trustConditions, trustDenialReason } from './messages.ts';
import { PublishingSettings } from './publishing.tsx';
import { RemoveTrustDialog, TrustSnippetDialog } from './trust-dialogs.tsx';
import { TrustForm } from './trust-form.tsx';

const Demands = ({ of }: { of: TrustedPublisher }) => (
  <span class="scopes">
    {trustConditions(of).map((demand) => (
      <code key={demand}>{demand}</code>
    ))}
    {of.warnings?.map(({ code, detail }) => (
      <span key={code} title={detail}>
        <Badge tone="warn">Any branch</Badge>
      </span>
    ))}
  </span>
);

const columnsOf = (onRemove: (of: TrustedPublisher) => void): Column<TrustedPublisher>[] => [
  { header: 'Workflow', isName: true, cell: ({ name }) => name },
  {
    header: 'Provider',
    cell: ({ provider, issuer }) => (
      <span title={issuer}>{provider === 'oidc' ? issuer : providerNames[provider]}</span>
    ),
  },
  { header: 'Conditions', cell: (of) => <Demands of={of} /> },
  { header: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
  { header: 'Key lifetime', cell: ({ ttlSeconds }) => `${Math.round(ttlSeconds / 60)} min` },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span class="quiet">Never</span> : <Time at={lastUsedAt} isAgo />,
  },
  {
    header: 'Actions',
    isActions: true,
    cell: (of) => (
      <Button
        kind="quiet"
        label={`Remove… ${of.name}`}
        disabledReason={denialReason('manage')}
        onPress={() => onRemove(of)}
      >
        Remove…
      </Button>
    ),
  },
];

const Listed = ({ app, publishers }: { app: App; publishers: readonly TrustedPublisher[] }) => {
  const [removed, setRemoved] = useState<TrustedPublisher | undefined>(undefined);
  const isOnly = app.publishing === 'trusted' && publishers.length === 1;
  return (
    <>
      {publishers.length === 0 ? (
        <EmptyState title="No trusted publishers">
          <p>{trustedPublishingHelp}</p>
        </EmptyState>
      ) : (
        <Table
          caption="Trusted publishers"
          rows={publishers}
          keyOf={({ id }) => id}
          columns={columnsOf(setRemoved)}
        />
      )}
      {removed !== undefined && (
        <RemoveTrustDialog
          app={app.slug}
          publisher={removed}
          isOnly={isOnly}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
};

export const TrustedPublisherSettings = ({ app }: { app: App }) => {
  const [isAdding, setAdding] = useState(false);
  const [trusted, setTrusted] = useState<TrustedPublisher | undefined>(undefined);
  const mayBe = denialReason('manage');
  const queryKey = `${app.slug}/trusted-publishers`;
  const queryFn = () => client.listTrustedPublishers(app.slug);
  const query = useQuery(mayBe === undefined ? queryKey : undefined, queryFn);
  const take = (publisher: TrustedPublisher): void => {
    setTrusted(publisher);
    setAdding(false);
  };
  const add = (
    <Button disabledReason={mayBe ?? trustDenialReason(session.value)} onPress={() => setAdding(true)}>
      Add trusted publisher
    </Button>
  );
  return (
    <>
      <Card
        title="Trusted publishers"
        note="Publish from CI without a stored key"
        aside={isAdding ? undefined : add}
      >
        {mayBe === undefined ? (
          <QueryView queryKey={queryKey} queryFn={queryFn}>
            {({ trustedPublishers }) => <Listed app={app} publishers={trustedPublishers} />}
          </QueryView>
        ) : (
          <EmptyState title="Your key can’t view trusted publishers.">
            <p>{mayBe}</p>
          </EmptyState>
        )}
      </Card>
      {isAdding && <TrustForm app={app.slug} onTrusted={take} onCancel={() => setAdding(false)} />}
      <RevealWhenSettled isSettled={mayBe !== undefined || isSettled(query)}>
        <PublishingSettings app={app} />
      </RevealWhenSettled>
      {trusted !== undefined && (
        <TrustSnippetDialog app={app.slug} publisher={trusted} onClose={() => setTrusted(undefined)} />
      )}
    </>
  );
};
