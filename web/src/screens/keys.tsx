import type { Key } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { AppScreenProps } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card, EmptyState, QueryCard } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { type CreatedKey, CreateKeyForm } from './keys/create-key-form.tsx';
import { trustedPublishingHelp } from './keys/messages.ts';
import { RevokeKeyDialog } from './keys/revoke-key-dialog.tsx';
import { keyState, sortKeys } from './keys/scopes.ts';
import { SecretDialog } from './keys/secret-dialog.tsx';

const Ends = ({ of }: { of: Key }) => {
  const state = keyState(of);
  if (state !== 'active')
    return (
      <Badge tone={state === 'expired' ? 'warn' : 'bad'}>{state === 'expired' ? 'Expired' : 'Revoked'}</Badge>
    );
  return of.expiresAt === null ? <>Never</> : <Time at={of.expiresAt} isAgo />;
};

const columnsOf = (onRevoke: (key: Key) => void, reason: string | undefined): Column<Key>[] => [
  {
    header: 'Name',
    isName: true,
    cell: (key) => (
      <>
        {key.name} {key.via !== undefined && <Badge tone="plain">{key.via.provider}</Badge>}
      </>
    ),
  },
  {
    header: 'Scopes',
    cell: ({ scopes }) => (
      <span class="scopes">
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </span>
    ),
  },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span class="quiet">Never</span> : <Time at={lastUsedAt} isAgo />,
  },
  { header: 'Expires', cell: (key) => <Ends of={key} /> },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} isAgo /> },
  {
    header: 'Actions',
    isActions: true,
    cell: (key) =>
      keyState(key) !== 'revoked' && (
        <Button
          kind="quiet"
          label={`Revoke ${key.name}…`}
          disabledReason={reason}
          onPress={() => onRevoke(key)}
        >
          Revoke…
        </Button>
      ),
  },
];

/** Recommends trusted publishing, which needs no long-lived secret. */
const WithoutKey = ({ app }: { app: string }) => (
  <Card title="Trusted publishing">
    <div class="padded callout">
      <p>{trustedPublishingHelp}</p>
      <LinkButton href={`/apps/${app}/settings/publishing`} disabledReason={denialReason('manage')}>
        Add trusted publisher
      </LinkButton>
    </div>
  </Card>
);

export const Keys = ({ app }: AppScreenProps) => {
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedKey | undefined>(undefined);
  const [revoked, setRevoked] = useState<Key | undefined>(undefined);
  const reason = denialReason('manage');
  const make = (
    <Button kind="primary" disabledReason={reason} onPress={() => setMaking(true)}>
      <Icon name="plus" /> New API key
    </Button>
  );
  const taken = (one: CreatedKey): void => {
    setMade(one);
    setMaking(false);
  };
  return (
    <Screen title="API keys" app={app} subtitle="For this app only" actions={isMaking ? undefined : make}>
      {isMaking && <CreateKeyForm app={app} onMade={taken} onCancel={() => setMaking(false)} />}
      <QueryCard queryKey={`${app}/keys`} queryFn={() => client.listKeys(app)}>
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState title="No API keys yet">
              <p>
                Create one to run <code>slipway publish</code> in CI. Not needed for uploads here.
              </p>
            </EmptyState>
          ) : (
            <Table
              caption="API keys"
              rows={sortKeys(keys)}
              keyOf={({ id }) => id}
              columns={columnsOf(setRevoked, reason)}
            />
          )
        }
      </QueryCard>
      <WithoutKey app={app} />
      {made !== undefined && <SecretDialog app={app} made={made} onClose={() => setMade(undefined)} />}
      {revoked !== undefined && (
        <RevokeKeyDialog app={app} target={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </Screen>
  );
};
