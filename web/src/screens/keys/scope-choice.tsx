import type { Scope } from '@slipway/api';
import { session } from '../../data/session.ts';
import { toggled } from '../../ui/checkbox.tsx';
import { Choices } from '../../ui/choices.tsx';
import { reasonAgainstScope, scopeWords } from './scopes.ts';

/** What a key may do, a tick each; what whoever is signed in cannot give is greyed. */
export const ScopeChoice = ({
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
  <Choices
    legend={legend}
    choices={scopes.map((scope) => ({
      value: scope,
      name: <span class="mono">{scope}</span>,
      what: scopeWords[scope],
      reason: reasonAgainstScope(scope, session.value),
    }))}
    value={chosen}
    onChange={(scope) => onChange(toggled(chosen, scope))}
  />
);
