import type { App, TrustedPublisher } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Answered, Card, Empty } from '../../parts/card.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { mayNot, session } from '../../session.ts';
import { PublishingPolicy } from './publishing.tsx';
import { TrustedLines, Untrust } from './trust-dialogs.tsx';
import { TrustForm } from './trust-form.tsx';
import { demandsOf, providerNames, reasonAgainstTrust } from './trust-words.ts';

const Demands = ({ of }: { of: TrustedPublisher }) => (
  <span class="scopes">
    {demandsOf(of).map((demand) => (
      <code key={demand}>{demand}</code>
    ))}
    {of.warnings?.map(({ code, detail }) => (
      <span key={code} title={detail}>
        <Badge tone="warn">any branch</Badge>
      </span>
    ))}
  </span>
);

const columnsOf = (onRemove: (of: TrustedPublisher) => void): Column<TrustedPublisher>[] => [
  { head: 'Pipeline', isName: true, cell: ({ name }) => name },
  {
    head: 'Runs on',
    cell: ({ provider, issuer }) => (
      <span title={issuer}>{provider === 'oidc' ? issuer : providerNames[provider]}</span>
    ),
  },
  { head: 'Has to be', cell: (of) => <Demands of={of} /> },
  { head: 'Keys may', cell: ({ scopes }) => scopes.join(', ') },
  { head: 'Key lives', cell: ({ ttlSeconds }) => `${Math.round(ttlSeconds / 60)} min` },
  {
    head: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span class="quiet">never</span> : <Time at={lastUsedAt} isAgo />,
  },
  {
    head: 'Remove',
    isNumber: true,
    cell: (of) => (
      <Button
        kind="danger"
        label={`Remove… ${of.name}`}
        reason={mayNot('manage')}
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
        <Empty title="No pipeline is trusted yet">
          <p>
            A workflow of GitHub or GitLab can show who it is by a token that its own service signs, and get a
            key that lives for minutes. There is no secret to keep, to leak or to renew.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Trusted publishers"
          rows={publishers}
          keyOf={({ id }) => id}
          columns={columnsOf(setRemoved)}
        />
      )}
      {removed !== undefined && (
        <Untrust app={app.slug} of={removed} isOnly={isOnly} onClose={() => setRemoved(undefined)} />
      )}
    </>
  );
};

/** Pipelines that publish without a secret, and whether anybody else may publish. */
export const TrustedPublishers = ({ app }: { app: App }) => {
  const [isAdding, setAdding] = useState(false);
  const [trusted, setTrusted] = useState<TrustedPublisher | undefined>(undefined);
  const mayBe = mayNot('manage');
  const take = (publisher: TrustedPublisher): void => {
    setTrusted(publisher);
    setAdding(false);
  };
  const add = (
    <Button reason={mayBe ?? reasonAgainstTrust(session.value)} onPress={() => setAdding(true)}>
      Trust a pipeline
    </Button>
  );
  return (
    <>
      <Card title="Trusted publishers" note="publish without a secret" aside={isAdding ? undefined : add}>
        {mayBe === undefined ? (
          <Answered
            name={`${app.slug}/trusted-publishers`}
            load={() => client.listTrustedPublishers(app.slug)}
          >
            {({ trustedPublishers }) => <Listed app={app} publishers={trustedPublishers} />}
          </Answered>
        ) : (
          <Empty title="Who is trusted is not shown to this key.">
            <p>{mayBe}</p>
          </Empty>
        )}
      </Card>
      {isAdding && <TrustForm app={app.slug} onTrusted={take} onCancel={() => setAdding(false)} />}
      <PublishingPolicy app={app} />
      {trusted !== undefined && (
        <TrustedLines app={app.slug} of={trusted} onClose={() => setTrusted(undefined)} />
      )}
    </>
  );
};
