import type { Key, Scope } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { invalidateQueries } from '../../data/query-cache.ts';
import { Card } from '../../ui/card.tsx';
import { SegmentedField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { keyNameMissing, scopeMissing } from './messages.ts';
import { ScopeCheckboxes } from './scope-checkboxes.tsx';
import { expiryOf, lifetimes, scopeNames } from './scopes.ts';

export interface CreatedKey {
  key: Key;
  secret: string;
}

export const CreateKeyForm = ({
  app,
  onMade,
  onCancel,
}: {
  app: string;
  onMade: (made: CreatedKey) => void;
  onCancel: () => void;
}) => {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set<Scope>(['publish', 'read']));
  const [days, setDays] = useState<string>('365');
  const reason = name.trim() === '' ? keyNameMissing : chosen.size === 0 ? scopeMissing : undefined;
  const make = async (): Promise<void> => {
    const expiresAt = expiryOf(days);
    const body = { name: name.trim(), scopes: [...chosen], ...(expiresAt && { expiresAt }) };
    onMade(await client.createKey(app, body));
    invalidateQueries(`${app}/keys`);
  };
  return (
    <Card title="New API key">
      <Form submitLabel="Create key" disabledReason={reason} onSubmit={make} onCancel={onCancel}>
        {(error) => (
          <>
            <TextField
              label="Name"
              value={name}
              onInput={setName}
              placeholder="Release CI"
              maxLength={200}
              help="Shown in the audit log."
              error={fieldError(error, '/name')}
            />
            <ScopeCheckboxes legend="Scopes" scopes={scopeNames} chosen={chosen} onChange={setChosen} />
            <SegmentedField
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
