import type { Scope } from '@slipway/api';
import { session } from '../../data/session.ts';
import { toggleInSet } from '../../ui/checkbox.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { scopeDenialReason, scopeDescriptions } from './messages.ts';

/** A checkbox for each scope; scopes the user cannot grant are disabled. */
export const ScopeCheckboxes = ({
  legend,
  scopes,
  chosen,
  onChange,
}: {
  legend: string;
  scopes: readonly Scope[];
  chosen: ReadonlySet<Scope>;
  onChange: (chosen: ReadonlySet<Scope>) => void;
}) => (
  <ChoiceList
    legend={legend}
    choices={scopes.map((scope) => ({
      value: scope,
      label: <span class="mono">{scope}</span>,
      description: scopeDescriptions[scope],
      disabledReason: scopeDenialReason(scope, session.value),
    }))}
    value={chosen}
    onChange={(scope) => onChange(toggleInSet(chosen, scope))}
  />
);
