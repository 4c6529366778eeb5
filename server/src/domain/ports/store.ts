import type { AppChanges, Apps } from './apps.ts';
import type { ArtifactChanges, Artifacts } from './artifacts.ts';
import type { Audit, AuditChanges } from './audit.ts';
import type { ChannelChanges, Channels } from './channels.ts';
import type { DomainChanges, Domains } from './domains.ts';
import type { Evidence, EvidenceChanges } from './evidence.ts';
import type { Fleet, FleetWrites } from './fleet.ts';
import type { Invalidation } from './invalidation.ts';
import type { KeyChanges, Keys, KeyUsage } from './keys.ts';
import type { ReleaseChanges, Releases } from './releases.ts';
import type { ReportChanges, Reports } from './reports.ts';
import type { RolloutChanges, Rollouts } from './rollouts.ts';
import type { SessionChanges, Sessions, SessionUsage } from './sessions.ts';
import type { SettingChanges, Settings } from './settings.ts';
import type { SigningKeyChanges, SigningKeys } from './signing-keys.ts';
import type { TrustCleanup, TrustedPublisherChanges, TrustedPublishers } from './trusted-publishers.ts';
import type { Usage, UsageChanges, UsageWrites } from './usage.ts';

/*
 * Where everything but bytes is kept: one port per noun, which a driver keeps all together. Verbs name the ports that
 * they need. The store returns candidates and refuses duplicates; it decides nothing. Every method throws Refusal
 * 'database-unavailable' when the database is away, and 'storage-full' when its disk has no room for a change.
 */

export interface StoreReads
  extends Apps,
    Channels,
    Keys,
    TrustedPublishers,
    SigningKeys,
    Sessions,
    Domains,
    Releases,
    Rollouts,
    Evidence,
    Reports,
    Artifacts,
    Usage,
    Fleet,
    Audit,
    Settings {}

/** What a change works with: it reads what it has written, and nobody else does until it is committed. */
export interface Transaction
  extends StoreReads,
    AppChanges,
    ChannelChanges,
    KeyChanges,
    TrustedPublisherChanges,
    SigningKeyChanges,
    SessionChanges,
    DomainChanges,
    ReleaseChanges,
    RolloutChanges,
    EvidenceChanges,
    ReportChanges,
    ArtifactChanges,
    UsageChanges,
    AuditChanges,
    SettingChanges {}

export interface Transactions {
  /** Runs the change in one transaction; what it throws rolls it back and is thrown on. Durable when it resolves. */
  transaction<T>(change: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A database that answers, until it is closed. */
export interface DatabaseConnection {
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** How large the database is. */
  sizeBytes(): Promise<number>;
  close(): Promise<void>;
}

export interface Store
  extends StoreReads,
    Transactions,
    DatabaseConnection,
    KeyUsage,
    SessionUsage,
    TrustCleanup,
    UsageWrites,
    FleetWrites,
    Invalidation {}
