import type { Provider, TrustedPublisher } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { invalidateQueries } from '../../data/query-cache.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SegmentedControl, SegmentedField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScopeCheckboxes } from '../keys/scope-checkboxes.tsx';
import { scopeNames } from '../keys/scopes.ts';
import { providerNames, trustDraftError } from './messages.ts';
import {
  allowsAnyBranch,
  emptyTrustDraft,
  type TrustDraft,
  toTrustCreation,
  trustFields,
} from './trust-draft.ts';

interface TrustDraftProps {
  draft: TrustDraft;
  set: (change: Partial<TrustDraft>) => void;
}

/** Pipelines never get the scope that changes permissions. */
const givenScopes = scopeNames.filter((scope) => scope !== 'manage');

const lifetimes = [
  ['5', '5 min'],
  ['15', '15 min'],
  ['30', '30 min'],
  ['60', '1 h'],
] as const;

const Fields = ({ draft, set, error }: TrustDraftProps & { error: unknown }) => (
  <>
    {trustFields[draft.provider].map(({ name, label, help, placeholder, rows }) => (
      <TextField
        key={name}
        label={label}
        isMono
        rows={rows}
        value={draft.fields[name] ?? ''}
        onInput={(text) => set({ fields: { ...draft.fields, [name]: text } })}
        placeholder={placeholder}
        help={help}
        error={fieldError(error, `/${name}`)}
      />
    ))}
  </>
);

const Protected = ({ draft, set }: TrustDraftProps) =>
  draft.provider === 'gitlab' ? (
    <Checkbox
      name="Only from protected branches and tags"
      isOn={draft.isProtected}
      onChange={(isProtected) => set({ isProtected })}
    />
  ) : null;

const AnyBranch = ({ draft }: { draft: TrustDraft }) =>
  allowsAnyBranch(draft) ? (
    <ul class="warnings" role="status">
      <li>
        <Icon name="warn" />
        <p>
          Anyone who can push a branch could publish. Set an environment, or a protected branch or tag.{' '}
          <span class="mono code">any-branch</span>
        </p>
      </li>
    </ul>
  ) : null;

const KeysOfIt = ({ draft, set }: TrustDraftProps) => (
  <>
    <ScopeCheckboxes
      legend="Scopes"
      scopes={givenScopes}
      chosen={draft.scopes}
      onChange={(scopes) => set({ scopes })}
    />
    <SegmentedField
      label="Key lifetime"
      options={lifetimes}
      value={draft.ttlMinutes as '30'}
      onChange={(ttlMinutes) => set({ ttlMinutes })}
    />
  </>
);

const providers = Object.entries(providerNames) as [Provider, string][];

export const TrustForm = ({
  app,
  onTrusted,
  onCancel,
}: {
  app: string;
  onTrusted: (publisher: TrustedPublisher) => void;
  onCancel: () => void;
}) => {
  const [draft, setDraft] = useState<TrustDraft>(emptyTrustDraft);
  const set = (change: Partial<TrustDraft>): void => setDraft({ ...draft, ...change });
  const trust = async (): Promise<void> => {
    onTrusted((await client.trustPublisher(app, toTrustCreation(draft))).trustedPublisher);
    invalidateQueries(`${app}/`);
  };
  return (
    <Card title="Add trusted publisher">
      <Form submitLabel="Add" disabledReason={trustDraftError(draft)} onSubmit={trust} onCancel={onCancel}>
        {(error) => (
          <>
            <div>
              <SegmentedControl
                label="Provider"
                options={providers}
                value={draft.provider}
                onChange={(provider) => set({ provider, fields: {} })}
              />
            </div>
            <Fields draft={draft} set={set} error={error} />
            <Protected draft={draft} set={set} />
            <AnyBranch draft={draft} />
            <KeysOfIt draft={draft} set={set} />
          </>
        )}
      </Form>
    </Card>
  );
};
