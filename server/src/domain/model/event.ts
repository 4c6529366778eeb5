import type { ActionOrigin } from './actor.ts';
import type { CheckCaching, Delivery, PublishPolicy, SignaturePolicy, SignedVersionPolicy } from './app.ts';
import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';
import type { PolicyChange } from './policy.ts';
import type { Provenance } from './provenance.ts';
import type { EvidenceSource, StoppedBy } from './rollout.ts';
import type { SigningKeyKind, SigningKeyState } from './signing-key.ts';
import type { Provider } from './trusted-publisher.ts';

/*
 * All events of an app. A change records its event in its own transaction; the audit log and subscribers read the same
 * rows.
 */

/** Details per event, in addition to the subject. */
interface Details {
  'app.create': { publicSlug: string; adapter: string };
  'app.change': {
    name?: string | null | undefined;
    adapter?: string | null | undefined;
    allowanceBytes?: number | null | undefined;
    extras?: boolean | null | undefined;
    checkCaching?: CheckCaching | null | undefined;
    publishing?: PublishPolicy | null | undefined;
    signatures?: SignaturePolicy | null | undefined;
    signedVersion?: SignedVersionPolicy | null | undefined;
    page?: boolean | null | undefined;
    delivery?: Delivery | null | undefined;
  };
  'app.delete': undefined;
  'channel.create': undefined;
  'channel.change': { active?: boolean | undefined; alsoOffers?: string | null | undefined };
  'key.create': { name: string; scopes: readonly Scope[]; trust?: string; via?: Provenance };
  'key.revoke': { name: string };
  'session.open': { name: string; expiresAt: Instant };
  'session.close': { name: string; sessions: number };
  'publisher.trust': {
    name: string;
    provider: Provider;
    issuer: string;
    claims: Readonly<Record<string, string>>;
    scopes: readonly Scope[];
  };
  'publisher.untrust': { name: string; revokedKeys: number };
  'signing-key.create': { kind: SigningKeyKind; keyId: string; name: string; fromVersion: string | null };
  'signing-key.change': {
    keyId: string;
    name?: string | null | undefined;
    fromVersion?: string | null | undefined;
    state?: SigningKeyState | undefined;
  };
  'domain.create': undefined;
  'domain.delete': undefined;
  'release.create': { channel: string; version: string };
  'release.change': { notesBytes: number };
  'release.promote': { from: string; channel: string; version: string };
  'release.policy': { version: string } & PolicyChange;
  'release.delete': { channel: string; version: string };
  'release.publish': { channel: string; version: string; via?: Provenance };
  'release.withdraw': { version: string; reason: string };
  'release.restore': { version: string };
  'rollout.plan': { version: string; percents: readonly number[] };
  'rollout.start': { version: string; percent: number };
  'rollout.advance': { version: string; from: number; to: number };
  'rollout.complete': { version: string; from: number; to: number };
  'rollout.pause': { version: string; by: StoppedBy; reason: string };
  'rollout.resume': { version: string; stoppedBy: StoppedBy; percent: number };
  'rollout.halt': {
    version: string;
    source: EvidenceSource;
    target: string | null;
    bad: number;
    good: number;
    reason: string;
  };
  'rollout.cap': { version: string; isReached: boolean; downloads: number; fleetSize: number | null };
  'artifact.declare': { release: string; target: string };
  'artifact.complete': { release: string; target: string; version: string };
  'artifact.prune': { release: string; target: string; version: string };
}

export type EventAction = keyof Details;

/** The subject is the ID or name of the changed object. */
export type Event = {
  [Action in EventAction]: { action: Action; subject: string } & (Details[Action] extends undefined
    ? { detail?: undefined }
    : { detail: Details[Action] });
}[EventAction];

/** Written in the same transaction as the change. */
export type RecordedEvent = Event & {
  app: string;
  appId: string;
  at: Instant;
  actor: string;
  through?: ActionOrigin | undefined;
};

/** With the actor's display name; IDs increase. */
export type AuditEntry = RecordedEvent & { id: number; actorName: string };
