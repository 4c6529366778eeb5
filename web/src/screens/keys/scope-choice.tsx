import type { Scope } from '@slipway/api';
import { session } from '../../data/session.ts';
import { toggleInSet } from '../../ui/checkbox.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { scopeDenialReason, scopeDescriptions } from './scopes.ts';

/** What a key may do, a tick each; what whoever is signed in cannot give is greyed. */
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
      name: <span class="mono">{scope}</span>,
      what: scopeDescriptions[scope],
      reason: scopeDenialReason(scope, session.value),
    }))}
    value={chosen}
    onChange={(scope) => onChange(toggleInSet(chosen, scope))}
  />
);
