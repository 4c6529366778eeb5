import type { Actor } from './nouns/actor.ts';
import { notFound, Refusal } from './nouns/errors.ts';
import type { Instant } from './nouns/instant.ts';
import type { Scope } from './nouns/key.ts';

/* Who may do what. Every "may it?" of the product is answered here. */

/** What a call needs: a key with that scope for its app, or the admin key. The admin may do whatever a key may. */
export type Need = Scope | 'publish or withdraw' | 'admin';

/** Refuses unless the actor may do this to the app. Another app's key learns nothing, not even that the app exists. */
export const demandAccess = (actor: Actor, need: Need, app: string | undefined): void => {
  if (actor.kind !== 'key') return;
  if (app !== undefined && app !== actor.app) throw notFound('app');
  if (need === 'admin') throw new Refusal('scope-missing', 'This needs the admin key.');
  const isHeld = need.split(' or ').some((scope) => actor.scopes.some((own) => own === scope));
  if (!isHeld) throw new Refusal('scope-missing', `This needs the scope ${need}.`);
};

/** Refuses whoever is not the operator; `what` says in the refusal what is the operator's alone. */
export const demandAdmin = (actor: Actor, what: string): void => {
  if (actor.kind !== 'admin') throw new Refusal('scope-missing', `Only the admin key may ${what}.`);
};

/** Refuses to grant what the maker does not hold: `manage` is no way to everything. */
export const demandGrantable = (actor: Actor, scopes: readonly Scope[]): void => {
  if (actor.kind !== 'key') return;
  const missing = scopes.filter((scope) => !actor.scopes.includes(scope));
  if (missing.length > 0)
    throw new Refusal('scope-missing', `Your key does not hold ${missing.join(', ')} and cannot grant it.`);
};

/** When a key ends that an actor makes: when asked, but never after its maker. Refuses what is asked for beyond. */
export const grantableExpiry = (actor: Actor, asked: Instant | undefined): Instant | undefined => {
  const own = actor.kind === 'key' ? actor.expiresAt : undefined;
  if (own === undefined || asked === undefined) return asked ?? own;
  if (asked <= own) return asked;
  throw new Refusal('scope-missing', `Your key ends at ${own} and cannot make one that lasts longer.`);
};
