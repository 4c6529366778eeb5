import type { Key, Scope } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { refreshShown } from '../../live.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Segments, TextField } from '../../parts/field.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
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
  const [error, setError] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const reason =
    name.trim() === '' ? 'Give it a name first.' : chosen.size === 0 ? 'Choose what it may do.' : undefined;
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (reason !== undefined || isBusy) return;
    setBusy(true);
    try {
      const expiresAt = expiryOf(days);
      onMade(
        await client.createKey(app, {
          name: name.trim(),
          scopes: [...chosen],
          ...(expiresAt && { expiresAt }),
        }),
      );
      refreshShown(`${app}/keys`);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="New key">
      <form class="form wide padded" onSubmit={(event) => void make(event)}>
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
        <div class="field">
          <span class="label">How long does it live?</span>
          <div>
            <Segments
              label="How long does it live?"
              options={lifetimes}
              value={days as '365'}
              onChange={setDays}
            />
          </div>
        </div>
        {error !== undefined && <ProblemBox error={error} />}
        <div class="actions">
          <Button onPress={onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} reason={reason}>
            {name.trim() === '' ? 'Make the key' : `Make the key ${name.trim()}`}
          </Button>
        </div>
      </form>
    </Card>
  );
};
