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
import type { Transactions } from './transactions.ts';
import type { TrustCleanup, TrustedPublisherChanges, TrustedPublishers } from './trusted-publishers.ts';
import type { Usage, UsageChanges, UsageWrites } from './usage.ts';

/*
 * The database: one port per model, all implemented by one driver. Use cases name the ports that they need. The store
 * returns candidates and rejects duplicates, but decides nothing. Every method throws Refusal 'database-unavailable' if
 * the database is down, and 'storage-full' if its disk is full.
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

/** Reads its own writes; nobody else sees them before the commit. */
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

export interface DatabaseConnection {
  /** Resolves if the database is up. */
  ping(): Promise<void>;
  sizeBytes(): Promise<number>;
  close(): Promise<void>;
}

export interface Store
  extends StoreReads,
    Transactions<Transaction>,
    DatabaseConnection,
    KeyUsage,
    SessionUsage,
    TrustCleanup,
    UsageWrites,
    FleetWrites,
    Invalidation {}
