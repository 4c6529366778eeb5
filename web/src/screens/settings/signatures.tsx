import type { App, SigningKey } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { useAnswer } from '../../live.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { AnswerCard, Card, Empty } from '../../parts/card.tsx';
import { Choices } from '../../parts/choices.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Form } from '../../parts/form.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { mayNot } from '../../session.ts';
import { changesOf } from './changes.ts';
import { saveApp } from './save.ts';
import { ChangeSigningKey, RetireSigningKey } from './signing-key-dialogs.tsx';
import { SigningKeyForm } from './signing-key-form.tsx';
import { builtIn, inOrder, policiesFor, signedVersions } from './signing-words.ts';

type Draft = Pick<App, 'signatures' | 'signedVersion'>;

interface Asking {
  what: 'retire' | 'change';
  of: SigningKey;
}

const Policy = ({ app, hasKey }: { app: App; hasKey: boolean }) => {
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const now: Draft = { ...app, ...draft };
  const changes = changesOf<Draft>(app, draft);
  const mayBe = mayNot('manage');
  const save = async (): Promise<void> => {
    await saveApp(app.slug, changes ?? {}, 'It holds from the next publish on.');
    setDraft({});
  };
  return (
    <Form
      button="Save the policy"
      reason={mayBe ?? (changes === undefined ? 'Nothing has changed.' : undefined)}
      act={save}
    >
      {() => (
        <>
          <Choices
            legend="A signature that fails"
            choices={policiesFor(hasKey)}
            value={now.signatures}
            onChange={(signatures) => setDraft({ ...draft, signatures })}
            reason={mayBe}
          />
          <Choices
            legend="What a signature says"
            choices={signedVersions}
            value={now.signedVersion}
            onChange={(signedVersion) => setDraft({ ...draft, signedVersion })}
            reason={mayBe}
          />
        </>
      )}
    </Form>
  );
};

const Actions = ({ of, onAsk }: { of: SigningKey; onAsk: (asking: Asking) => void }) => {
  const reason = mayNot('manage');
  const verb = of.state === 'active' ? 'Retire…' : 'Use again…';
  return (
    <span class="row-actions">
      <Button label={`Change… ${of.name}`} reason={reason} onPress={() => onAsk({ what: 'change', of })}>
        Change…
      </Button>
      <Button label={`${verb} ${of.name}`} reason={reason} onPress={() => onAsk({ what: 'retire', of })}>
        {verb}
      </Button>
    </span>
  );
};

const columnsOf = (onAsk: (asking: Asking) => void): Column<SigningKey>[] => [
  { head: 'Name', isName: true, cell: ({ name }) => name },
  { head: 'Key', cell: ({ keyId, publicKey }) => <Copyable text={publicKey} shown={keyId} /> },
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Built into', cell: builtIn },
  {
    head: 'State',
    cell: ({ state, retiredAt }) =>
      state === 'active' ? (
        <Badge tone="good">in use</Badge>
      ) : (
        <>
          <Badge tone="plain">retired</Badge> {retiredAt !== null && <Time at={retiredAt} />}
        </>
      ),
  },
  { head: 'Change', isNumber: true, cell: (of) => <Actions of={of} onAsk={onAsk} /> },
];

const KeyTable = ({ app, keys }: { app: string; keys: readonly SigningKey[] }) => {
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const close = (): void => setAsking(undefined);
  const isLast = keys.filter(({ state }) => state === 'active').length === 1;
  return (
    <>
      {keys.length === 0 ? (
        <Empty title="No signing key yet">
          <p>
            Add the public half of the key that your build signs with, and Slipway tells before anyone is
            offered a file whether clients will take it.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Signing keys"
          rows={inOrder(keys)}
          keyOf={({ id }) => id}
          columns={columnsOf(setAsking)}
        />
      )}
      {asking?.what === 'retire' && (
        <RetireSigningKey app={app} of={asking.of} isLast={isLast} onClose={close} />
      )}
      {asking?.what === 'change' && <ChangeSigningKey app={app} of={asking.of} onClose={close} />}
    </>
  );
};

/** The keys that an app's files are signed with, and what is done with signatures that fail. */
export const Signatures = ({ app }: { app: App }) => {
  const [isAdding, setAdding] = useState(false);
  const name = `${app.slug}/signing-keys`;
  const load = () => client.listSigningKeys(app.slug);
  const keys = useAnswer(name, load).value?.signingKeys ?? [];
  const mayBe = mayNot('manage');
  const add = (
    <Button reason={mayBe} onPress={() => setAdding(true)}>
      Add a signing key
    </Button>
  );
  return (
    <>
      <AnswerCard
        title="Signing keys"
        note="public halves; the private ones never come here"
        aside={isAdding ? undefined : add}
        name={name}
        load={load}
      >
        {({ signingKeys }) => <KeyTable app={app.slug} keys={signingKeys} />}
      </AnswerCard>
      {isAdding && (
        <Card title="Add a signing key">
          <SigningKeyForm app={app.slug} onClose={() => setAdding(false)} />
        </Card>
      )}
      <Card title="Signatures" note={mayBe ?? 'judged when a release is published'}>
        <Policy app={app} hasKey={keys.some(({ state }) => state === 'active')} />
      </Card>
    </>
  );
};
