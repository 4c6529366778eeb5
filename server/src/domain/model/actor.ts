import type { PublishPolicy } from './app.ts';
import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';
import type { Provenance } from './provenance.ts';

/** The origin of a change that did not come with an API key. */
export type ActionOrigin = 'dashboard';

/** Must still be open when the change commits. */
export interface ActorSession {
  idHash: string;
  expiresAt: Instant;
}

/** The operator, a key of one app, a pipeline with an ID token, or the server itself. */
export type Actor = AdminActor | KeyActor | PublisherActor | ServiceActor;

export interface AdminActor {
  kind: 'admin';
  /** The stored hash of the admin key; undefined if the key is configured. */
  storedHash?: string | undefined;
  session?: ActorSession | undefined;
}

export interface KeyActor {
  kind: 'key';
  keyId: string;
  name?: string | undefined;
  app: string;
  /** The slug may belong to another app by the time of the change. */
  appId: string;
  scopes: readonly Scope[];
  /** Undefined if the key never expires. */
  expiresAt: Instant | undefined;
  /** The trusted publisher and the token's claims; undefined for a key made by hand. */
  trustId?: string | undefined;
  via?: Provenance | undefined;
  publishing?: PublishPolicy | undefined;
  session?: ActorSession | undefined;
}

/** A pipeline with a verified token, while its key is created. No request acts as one. */
export interface PublisherActor {
  kind: 'publisher';
  trustId: string;
}

/** A job that continues a publisher's plan. No request acts as one. */
export interface ServiceActor {
  kind: 'service';
}

/** The name in the audit log. */
export const actorName = (actor: Actor): string => {
  if (actor.kind === 'key') return actor.keyId;
  return actor.kind === 'publisher' ? actor.trustId : actor.kind;
};

/** The display name. */
export const actorDisplayName = (actor: Actor): string =>
  (actor.kind === 'key' ? actor.name : undefined) ?? actorName(actor);

/** Undefined if the request sent a key. */
export const sessionOf = (actor: Actor): ActorSession | undefined =>
  actor.kind === 'admin' || actor.kind === 'key' ? actor.session : undefined;

export const actionOriginOf = (actor: Actor): ActionOrigin | undefined =>
  sessionOf(actor) === undefined ? undefined : 'dashboard';

/** The claims of the pipeline's token. */
export const provenanceOf = (actor: Actor): Provenance | undefined =>
  actor.kind === 'key' ? actor.via : undefined;

export interface Caller {
  app: string;
  actor: Actor;
}
