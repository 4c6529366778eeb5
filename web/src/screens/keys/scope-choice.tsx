import type { Scope } from '@slipway/api';
import { session } from '../../session.ts';
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
}) => {
  const toggle = (scope: Scope): void => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    onChange(next);
  };
  return (
    <fieldset class="choices two">
      <legend>{legend}</legend>
      {scopes.map((scope) => {
        const reason = reasonAgainstScope(scope, session.value);
        return (
          <label key={scope} class="choice">
            <input
              type="checkbox"
              checked={chosen.has(scope)}
              aria-disabled={reason === undefined ? undefined : 'true'}
              onClick={(event) => {
                if (reason !== undefined) event.preventDefault();
              }}
              onChange={() => toggle(scope)}
            />
            <span>
              <strong class="mono">{scope}</strong>
              <span class="small quiet">{reason ?? scopeWords[scope]}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
};
