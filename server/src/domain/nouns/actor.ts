import type { Scope } from './key.ts';

/** Who asks for a change: the operator, or a key of one app. */
export type Actor = { kind: 'admin' } | { kind: 'key'; keyId: string; app: string; scopes: readonly Scope[] };

/** How the audit log names an actor. */
export const actorName = (actor: Actor): string => (actor.kind === 'admin' ? 'admin' : actor.keyId);

/** Who asks for a change, and of which app. */
export interface Caller {
  app: string;
  actor: Actor;
}
