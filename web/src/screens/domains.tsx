import type { Domain } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { ScreenOfApp } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { isSettled, useAnswer } from '../data/query-cache.ts';
import { mayNot } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { AnswerCard, Below, Empty } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { DomainsStatus } from './domains/domain-status.tsx';
import { NewDomain } from './domains/new-domain.tsx';
import { hostOf, isLocal } from './domains/records.ts';
import { RemoveDomain } from './domains/remove-domain.tsx';

const columnsOf = (host: string | undefined, onRemove: (domain: string) => void): Column<Domain>[] => [
  { head: 'Domain', isName: true, cell: ({ domain }) => <Copyable text={domain} /> },
  { head: 'Record', cell: () => <span class="mono">CNAME</span> },
  { head: 'Leads to', cell: () => (host === undefined ? '…' : <Copyable text={host} />) },
  { head: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'Remove',
    isNumber: true,
    cell: ({ domain }) => (
      <Button
        kind="danger"
        label={`Remove… ${domain}`}
        reason={mayNot('admin')}
        onPress={() => onRemove(domain)}
      >
        Remove…
      </Button>
    ),
  },
];

const RecordNote = ({ host }: { host: string }) => (
  <p class="padded help">
    {isLocal(host)
      ? `${host} is only reachable from this machine. Custom domains need a public host: set SLIPWAY_PUBLIC_URL.`
      : `For an apex domain, use ALIAS or the A/AAAA records of ${host} instead of CNAME.`}
  </p>
);

/** Names of one's own at which an app answers, with the record that each needs. */
export const Domains = ({ app: slug }: ScreenOfApp) => {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string | undefined>(undefined);
  const load = () => client.listDomains(slug);
  const domains = useAnswer(`${slug}/domains`, load).value?.domains ?? [];
  const known = useAnswer(`${slug}/app`, () => client.getApp(slug));
  const app = known.value?.app;
  const host = app === undefined ? undefined : hostOf(app.publicUrl);
  const add = (
    <Button kind="primary" reason={mayNot('admin')} onPress={() => setAdding(true)}>
      <Icon name="plus" /> Add domain
    </Button>
  );
  return (
    <Screen title="Domains" app={slug} actions={isAdding ? undefined : add}>
      {isAdding && <NewDomain app={slug} onClose={() => setAdding(false)} />}
      <AnswerCard
        name={`${slug}/domains`}
        title="Domains"
        note="In addition to the default update URL"
        load={load}
      >
        {({ domains: all }) =>
          all.length === 0 ? (
            <Empty title="No custom domains">
              <p>
                Clients use {app === undefined ? 'the default URL' : <code>{app.publicUrl}</code>}. With your
                own domain you can move the server without updating the app.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                caption="Domains and their records"
                rows={all}
                keyOf={({ domain }) => domain}
                columns={columnsOf(host, setRemoved)}
              />
              {host !== undefined && <RecordNote host={host} />}
            </>
          )
        }
      </AnswerCard>
      {/* Seen when it is known what the records lead to: the list above grows by that. */}
      <Below isSettled={isSettled(known)}>
        <DomainsStatus app={slug} domains={domains} />
      </Below>
      {removed !== undefined && (
        <RemoveDomain app={slug} domain={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Screen>
  );
};
