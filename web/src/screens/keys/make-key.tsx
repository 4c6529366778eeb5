import type { Key, Scope } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { refreshShown } from '../../live.ts';
import { Card } from '../../parts/card.tsx';
import { SegmentsField, TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { faultOf } from '../../words.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { expiryOf, lifetimes, scopeNames } from './scopes.ts';

export interface Made {
  key: Key;
  secret: string;
}

/** Makes a key: a name, what it may do, how long it lives. */
export const MakeKey = ({
  app,
  onMade,
  onCancel,
}: {
  app: string;
  onMade: (made: Made) => void;
  onCancel: () => void;
}) => {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set<Scope>(['publish', 'read']));
  const [days, setDays] = useState<string>('365');
  const reason =
    name.trim() === '' ? 'Give it a name first.' : chosen.size === 0 ? 'Choose what it may do.' : undefined;
  const make = async (): Promise<void> => {
    const expiresAt = expiryOf(days);
    const body = { name: name.trim(), scopes: [...chosen], ...(expiresAt && { expiresAt }) };
    onMade(await client.createKey(app, body));
    refreshShown(`${app}/keys`);
  };
  return (
    <Card title="New key">
      <Form
        button={name.trim() === '' ? 'Make the key' : `Make the key ${name.trim()}`}
        reason={reason}
        act={make}
        onCancel={onCancel}
      >
        {(error) => (
          <>
            <TextField
              label="Name"
              value={name}
              onInput={setName}
              placeholder="release pipeline"
              maxLength={200}
              help="What it is for. The audit log calls it so."
              fault={faultOf(error, '/name')}
            />
            <ScopeChoice legend="What may it do?" scopes={scopeNames} chosen={chosen} onChange={setChosen} />
            <SegmentsField
              label="How long does it live?"
              options={lifetimes}
              value={days as '365'}
              onChange={setDays}
            />
          </>
        )}
      </Form>
    </Card>
  );
};
