import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';

/** Who asks for a change: the operator, a key of one app, or the service itself. */
export type Actor = AdminActor | KeyActor | ServiceActor;

export interface AdminActor {
  kind: 'admin';
  /** The hash of the admin key that the store keeps; undefined where configuration gives the key. */
  storedHash?: string | undefined;
}

export interface KeyActor {
  kind: 'key';
  keyId: string;
  app: string;
  /** The id of that app: its slug may be another's by the time of a change. */
  appId: string;
  scopes: readonly Scope[];
  /** When the key itself ends; undefined where it does not. */
  expiresAt: Instant | undefined;
}

/** A job that changes what a publisher planned. No request ever is one. */
export interface ServiceActor {
  kind: 'service';
}

/** How the audit log names an actor. */
export const actorName = (actor: Actor): string => (actor.kind === 'key' ? actor.keyId : actor.kind);

/** Who asks for a change, and of which app. */
export interface Caller {
  app: string;
  actor: Actor;
}
