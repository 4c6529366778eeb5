import type { App, SigningKey } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { isSettled, useQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, QueryCard, RevealWhenSettled } from '../../ui/card.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Form } from '../../ui/form.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { builtInText, policySaved, signaturePolicyChoices, signedVersionChoices } from './messages.ts';
import { ChangeSigningKeyDialog, RetireSigningKeyDialog } from './signing-key-dialogs.tsx';
import { SigningKeyForm } from './signing-key-form.tsx';
import { sortSigningKeys } from './sort-signing-keys.ts';
import { useAppDraft } from './use-app-draft.ts';

interface OpenDialog {
  kind: 'retire' | 'change';
  signingKey: SigningKey;
}

const Policy = ({ app, hasKey }: { app: App; hasKey: boolean }) => {
  const { now, set, mayBe, reason, save } = useAppDraft(app, policySaved);
  return (
    <Form submitLabel="Save" disabledReason={reason} onSubmit={save}>
      {() => (
        <>
          <ChoiceList
            legend="If a signature check fails"
            choices={signaturePolicyChoices(hasKey)}
            value={now.signatures}
            onChange={(signatures) => set({ signatures })}
            reason={mayBe}
          />
          <ChoiceList
            legend="Version in signature"
            choices={signedVersionChoices}
            value={now.signedVersion}
            onChange={(signedVersion) => set({ signedVersion })}
            reason={mayBe}
          />
        </>
      )}
    </Form>
  );
};

const Actions = ({ signingKey, onAsk }: { signingKey: SigningKey; onAsk: (asking: OpenDialog) => void }) => {
  const reason = denialReason('manage');
  const { name, state } = signingKey;
  const verb = state === 'active' ? 'Retire…' : 'Reactivate…';
  const open = (kind: OpenDialog['kind']) => () => onAsk({ kind, signingKey });
  return (
    <span class="row-actions">
      <Button kind="quiet" label={`Edit… ${name}`} disabledReason={reason} onPress={open('change')}>
        Edit…
      </Button>
      <Button kind="quiet" label={`${verb} ${name}`} disabledReason={reason} onPress={open('retire')}>
        {verb}
      </Button>
    </span>
  );
};

const columnsOf = (onAsk: (asking: OpenDialog) => void): Column<SigningKey>[] => [
  { header: 'Name', isName: true, cell: ({ name }) => name },
  { header: 'Key ID', cell: ({ keyId, publicKey }) => <CopyButton text={publicKey} label={keyId} /> },
  { header: 'Type', cell: ({ kind }) => kind },
  { header: 'App versions', cell: builtInText },
  {
    header: 'State',
    cell: ({ state, retiredAt }) =>
      state === 'active' ? (
        <Badge tone="good">Active</Badge>
      ) : (
        <>
          <Badge tone="plain">Retired</Badge> {retiredAt !== null && <Time at={retiredAt} isAgo />}
        </>
      ),
  },
  {
    header: 'Actions',
    isActions: true,
    cell: (signingKey) => <Actions signingKey={signingKey} onAsk={onAsk} />,
  },
];

const KeyTable = ({ app, keys }: { app: string; keys: readonly SigningKey[] }) => {
  const [asking, setAsking] = useState<OpenDialog | undefined>(undefined);
  const close = (): void => setAsking(undefined);
  const isLast = keys.filter(({ state }) => state === 'active').length === 1;
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState title="No signing keys">
          <p>Add your public key so Slipway can verify files before you publish.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Signing keys"
          rows={sortSigningKeys(keys)}
          keyOf={({ id }) => id}
          columns={columnsOf(setAsking)}
        />
      )}
      {asking?.kind === 'retire' && (
        <RetireSigningKeyDialog app={app} signingKey={asking.signingKey} isLast={isLast} onClose={close} />
      )}
      {asking?.kind === 'change' && (
        <ChangeSigningKeyDialog app={app} signingKey={asking.signingKey} onClose={close} />
      )}
    </>
  );
};

export const SignatureSettings = ({ app }: { app: App }) => {
  const [isAdding, setAdding] = useState(false);
  const queryKey = `${app.slug}/signing-keys`;
  const queryFn = () => client.listSigningKeys(app.slug);
  const query = useQuery(queryKey, queryFn);
  const keys = query.value?.signingKeys ?? [];
  const mayBe = denialReason('manage');
  const add = (
    <Button disabledReason={mayBe} onPress={() => setAdding(true)}>
      Add signing key
    </Button>
  );
  return (
    <>
      <QueryCard
        title="Signing keys"
        note="Public keys only"
        aside={isAdding ? undefined : add}
        queryKey={queryKey}
        queryFn={queryFn}
      >
        {({ signingKeys }) => <KeyTable app={app.slug} keys={signingKeys} />}
      </QueryCard>
      {isAdding && (
        <Card title="Add signing key">
          <SigningKeyForm app={app.slug} onClose={() => setAdding(false)} />
        </Card>
      )}
      <RevealWhenSettled isSettled={isSettled(query)}>
        <Card title="Signature policy" note="Checked when you publish">
          <Policy app={app} hasKey={keys.some(({ state }) => state === 'active')} />
        </Card>
      </RevealWhenSettled>
    </>
  );
};
