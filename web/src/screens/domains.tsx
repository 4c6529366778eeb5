import type { Domain } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../client.ts';
import { isSettled, useAnswer } from '../live.ts';
import { Button } from '../parts/button.tsx';
import { AnswerCard, Below, Empty } from '../parts/card.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Icon } from '../parts/icon.tsx';
import { Screen } from '../parts/screen.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { mayNot } from '../session.ts';
import { NewDomain } from './domains/new-domain.tsx';
import { hostOf, isLocal } from './domains/records.ts';
import { RemoveDomain } from './domains/remove-domain.tsx';
import { DomainsStatus } from './domains/status.tsx';

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
      ? `This service is known as ${host}, which only this machine finds. A domain needs one that others reach: the operator sets SLIPWAY_PUBLIC_URL.`
      : `At the top of a zone, where no CNAME may stand, set an ALIAS, or the addresses (A, AAAA) of ${host}.`}
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
      <Icon name="plus" /> Add a domain
    </Button>
  );
  return (
    <Screen title="Domains" app={slug} actions={isAdding ? undefined : add}>
      {isAdding && <NewDomain app={slug} onClose={() => setAdding(false)} />}
      <AnswerCard
        name={`${slug}/domains`}
        title="Domains"
        note="beside the address that the app has anyway"
        load={load}
      >
        {({ domains: all }) =>
          all.length === 0 ? (
            <Empty title="No domain of your own yet">
              <p>
                Clients ask at {app === undefined ? 'the app’s own address' : <code>{app.publicUrl}</code>}.
                With a name of yours built into the app you can move the service without publishing the app
                anew.
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
