import type { PublishPolicy } from './app.ts';
import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';
import type { Provenance } from './provenance.ts';

/** Where a change may come through beside a key that is sent with the call. */
export type ActionOrigin = 'dashboard';

/** The session that an actor acts in: it must not be over when a change is made. */
export interface ActorSession {
  idHash: string;
  expiresAt: Instant;
}

/** Who asks for a change: the operator, a key of one app, a pipeline that shows its token, or the service itself. */
export type Actor = AdminActor | KeyActor | PublisherActor | ServiceActor;

export interface AdminActor {
  kind: 'admin';
  /** The hash of the admin key that the store keeps; undefined where configuration gives the key. */
  storedHash?: string | undefined;
  session?: ActorSession | undefined;
}

export interface KeyActor {
  kind: 'key';
  keyId: string;
  /** What the key is called. */
  name?: string | undefined;
  app: string;
  /** The id of that app: its slug may be another's by the time of a change. */
  appId: string;
  scopes: readonly Scope[];
  /** When the key itself ends; undefined where it does not. */
  expiresAt: Instant | undefined;
  /** By whose trust the key was exchanged for a token, and what that said; undefined where someone made it by hand. */
  trustId?: string | undefined;
  via?: Provenance | undefined;
  /** Who may publish to the app. */
  publishing?: PublishPolicy | undefined;
  session?: ActorSession | undefined;
}

/** A pipeline whose token was found good, while it is given its key. No request ever is one. */
export interface PublisherActor {
  kind: 'publisher';
  trustId: string;
}

/** A job that changes what a publisher planned. No request ever is one. */
export interface ServiceActor {
  kind: 'service';
}

/** How the audit log names an actor. */
export const actorName = (actor: Actor): string => {
  if (actor.kind === 'key') return actor.keyId;
  return actor.kind === 'publisher' ? actor.trustId : actor.kind;
};

/** What people know an actor by. */
export const actorDisplayName = (actor: Actor): string =>
  (actor.kind === 'key' ? actor.name : undefined) ?? actorName(actor);

/** The session that an actor acts in; undefined where it sent its key. */
export const sessionOf = (actor: Actor): ActorSession | undefined =>
  actor.kind === 'admin' || actor.kind === 'key' ? actor.session : undefined;

/** Where what an actor does comes through. */
export const actionOriginOf = (actor: Actor): ActionOrigin | undefined =>
  sessionOf(actor) === undefined ? undefined : 'dashboard';

/** What the token of a pipeline said by which an actor acts. */
export const provenanceOf = (actor: Actor): Provenance | undefined =>
  actor.kind === 'key' ? actor.via : undefined;

/** Who asks for a change, and of which app. */
export interface Caller {
  app: string;
  actor: Actor;
}
