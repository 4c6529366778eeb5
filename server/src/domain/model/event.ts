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

/** Details per event, in addition to the subject. `npm run docs` writes them to docs/reference/events.md. */
interface Details {
  /** An app was created. */
  'app.create': { publicSlug: string; adapter: string };
  /** Settings of an app were changed. The details list the new values; null restores the default. */
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
  /** An app without published releases was deleted. */
  'app.delete': undefined;
  /** A channel was created. */
  'channel.create': undefined;
  /** A channel was archived or reactivated, or offers releases of another channel, too. */
  'channel.change': { active?: boolean | undefined; alsoOffers?: string | null | undefined };
  /** A key was created, or issued to a trusted publisher; then `via` names the pipeline. */
  'key.create': { name: string; scopes: readonly Scope[]; trust?: string; via?: Provenance };
  /** A key was revoked. */
  'key.revoke': { name: string };
  /** Someone signed in to the dashboard with a key. */
  'session.open': { name: string; expiresAt: Instant };
  /** Someone signed out, or an admin ended sessions of a key. */
  'session.close': { name: string; sessions: number };
  /** A trusted publisher was added. */
  'publisher.trust': {
    name: string;
    provider: Provider;
    issuer: string;
    claims: Readonly<Record<string, string>>;
    scopes: readonly Scope[];
  };
  /** A trusted publisher was removed, and the keys issued to it were revoked. */
  'publisher.untrust': { name: string; revokedKeys: number };
  /** A signing key was added. */
  'signing-key.create': { kind: SigningKeyKind; keyId: string; name: string; fromVersion: string | null };
  /** A signing key was renamed, retired, reactivated, or assigned to other versions. */
  'signing-key.change': {
    keyId: string;
    name?: string | null | undefined;
    fromVersion?: string | null | undefined;
    state?: SigningKeyState | undefined;
  };
  /** A domain was added. */
  'domain.create': undefined;
  /** A domain was removed. */
  'domain.delete': undefined;
  /** A draft was created. */
  'release.create': { channel: string; version: string };
  /** Release notes were changed. */
  'release.change': { notesBytes: number };
  /** A draft was created from a release of another channel. */
  'release.promote': { from: string; channel: string; version: string };
  /** A release's rules were changed. The details also list the changed rules. */
  'release.policy': { version: string } & PolicyChange;
  /** A draft was deleted. */
  'release.delete': { channel: string; version: string };
  /** A release was published. `via` names the pipeline of a trusted publisher. */
  'release.publish': { channel: string; version: string; via?: Provenance };
  /** A release was withdrawn. */
  'release.withdraw': { version: string; reason: string };
  /** A withdrawn release was restored. */
  'release.restore': { version: string };
  /** A rollout was planned, or planned again. */
  'rollout.plan': { version: string; percents: readonly number[] };
  /** A rollout started at its first step. */
  'rollout.start': { version: string; percent: number };
  /** A rollout reached its next step. */
  'rollout.advance': { version: string; from: number; to: number };
  /** A rollout reached everyone. */
  'rollout.complete': { version: string; from: number; to: number };
  /** A rollout was paused. `by` is `publisher`, `superseded` (by a newer release), or `withdrawn`. */
  'rollout.pause': { version: string; by: StoppedBy; reason: string };
  /** A paused rollout was resumed. */
  'rollout.resume': { version: string; stoppedBy: StoppedBy; percent: number };
  /** A brake stopped a rollout, or one target of it: too many failures, or too few check-ins. */
  'rollout.halt': {
    version: string;
    source: EvidenceSource;
    target: string | null;
    bad: number;
    good: number;
    reason: string;
  };
  /** A rollout stopped admitting clients without an ID, or admits them again. */
  'rollout.cap': { version: string; isReached: boolean; downloads: number; fleetSize: number | null };
  /** A file was declared for a draft; its upload follows. */
  'artifact.declare': { release: string; target: string };
  /** A multipart upload was completed. */
  'artifact.complete': { release: string; target: string; version: string };
  /** A file was deleted permanently. */
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
