import type { Key, Scope } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { faultOf } from '../../data/problem-messages.ts';
import { refreshShown } from '../../data/query-cache.ts';
import { Card } from '../../ui/card.tsx';
import { SegmentsField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
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
  const reason = name.trim() === '' ? 'Enter a name.' : chosen.size === 0 ? 'Select a scope.' : undefined;
  const make = async (): Promise<void> => {
    const expiresAt = expiryOf(days);
    const body = { name: name.trim(), scopes: [...chosen], ...(expiresAt && { expiresAt }) };
    onMade(await client.createKey(app, body));
    refreshShown(`${app}/keys`);
  };
  return (
    <Card title="New API key">
      <Form button="Create key" reason={reason} act={make} onCancel={onCancel}>
        {(error) => (
          <>
            <TextField
              label="Name"
              value={name}
              onInput={setName}
              placeholder="Release CI"
              maxLength={200}
              help="Shown in the audit log."
              fault={faultOf(error, '/name')}
            />
            <ScopeChoice legend="Scopes" scopes={scopeNames} chosen={chosen} onChange={setChosen} />
            <SegmentsField
              label="Expires after"
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
