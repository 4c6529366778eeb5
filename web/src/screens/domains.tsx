import type { Domain } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { AppScreenProps } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { isSettled, useQuery } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, QueryCard, RevealWhenSettled } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { hostnameOf } from './domains/domain-names.ts';
import { DomainStatusList } from './domains/domain-status.tsx';
import { recordNote } from './domains/messages.ts';
import { NewDomainForm } from './domains/new-domain-form.tsx';
import { RemoveDomainDialog } from './domains/remove-domain-dialog.tsx';

const columnsOf = (host: string | undefined, onRemove: (domain: string) => void): Column<Domain>[] => [
  { header: 'Domain', isName: true, cell: ({ domain }) => <CopyButton text={domain} /> },
  { header: 'DNS record', cell: () => <span class="mono">CNAME</span> },
  { header: 'Points to', cell: () => (host === undefined ? '…' : <CopyButton text={host} />) },
  { header: 'Added', cell: ({ createdAt }) => <Time at={createdAt} isAgo /> },
  {
    header: 'Actions',
    isActions: true,
    cell: ({ domain }) => (
      <Button
        kind="quiet"
        label={`Remove… ${domain}`}
        disabledReason={denialReason('admin')}
        onPress={() => onRemove(domain)}
      >
        Remove…
      </Button>
    ),
  },
];

/** An app's custom domains, with the DNS record each one needs. */
export const Domains = ({ app: slug }: AppScreenProps) => {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string | undefined>(undefined);
  const queryFn = () => client.listDomains(slug);
  const domains = useQuery(`${slug}/domains`, queryFn).value?.domains ?? [];
  const appQuery = useQuery(`${slug}/app`, () => client.getApp(slug));
  const app = appQuery.value?.app;
  const host = app === undefined ? undefined : hostnameOf(app.publicUrl);
  const add = (
    <Button kind="primary" disabledReason={denialReason('admin')} onPress={() => setAdding(true)}>
      <Icon name="plus" /> Add domain
    </Button>
  );
  return (
    <Screen
      title="Domains"
      app={slug}
      subtitle="In addition to the default update URL"
      actions={isAdding ? undefined : add}
    >
      {isAdding && <NewDomainForm app={slug} onClose={() => setAdding(false)} />}
      <QueryCard queryKey={`${slug}/domains`} queryFn={queryFn}>
        {({ domains: all }) =>
          all.length === 0 ? (
            <EmptyState title="No custom domains">
              <p>
                Clients use {app === undefined ? 'the default URL' : <code>{app.publicUrl}</code>}. With your
                own domain you can move the server without updating the app.
              </p>
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Domains and DNS records"
                rows={all}
                keyOf={({ domain }) => domain}
                columns={columnsOf(host, setRemoved)}
              />
              {host !== undefined && <p class="padded help">{recordNote(host)}</p>}
            </>
          )
        }
      </QueryCard>
      {/* Shown once the DNS status is loaded, because the list above grows with it. */}
      <RevealWhenSettled isSettled={isSettled(appQuery)}>
        <DomainStatusList app={slug} domains={domains} />
      </RevealWhenSettled>
      {removed !== undefined && (
        <RemoveDomainDialog app={slug} domain={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Screen>
  );
};
