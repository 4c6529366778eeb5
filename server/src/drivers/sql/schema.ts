import type { Generated, Selectable } from 'kysely';
import type { ActionOrigin } from '../../domain/model/actor.ts';
import type {
  CheckCaching,
  Delivery,
  PublishPolicy,
  SignaturePolicy,
  SignedVersionPolicy,
} from '../../domain/model/app.ts';
import type { ArtifactState } from '../../domain/model/artifact.ts';
import type { EventAction } from '../../domain/model/event.ts';
import type { ReleaseState } from '../../domain/model/release.ts';
import type { ReportOutcome } from '../../domain/model/report.ts';
import type { EvidenceSource, RolloutState } from '../../domain/model/rollout.ts';
import type {
  FleetDayTable,
  FleetSketchTable,
  PartialUsageTable,
  RolloutHourTable,
  RolloutNetworkTable,
  UsageTable,
} from './schema/counters.ts';
import type { KeyTable, SessionTable, SigningKeyTable, TrustedPublisherTable } from './schema/identity.ts';

/** The SQL dialect, for the few statements that differ. */
export type Engine = 'sqlite' | 'postgres';

interface AppTable {
  id: string;
  slug: string;
  public_slug: string;
  name: string;
  adapter: string;
  allowance_bytes: number | null;
  created_at: string;
  extras: Generated<number>;
  check_caching: Generated<CheckCaching>;
  publishing: Generated<PublishPolicy>;
  signatures: Generated<SignaturePolicy>;
  signed_version: Generated<SignedVersionPolicy>;
  page: Generated<number>;
  delivery: Generated<Delivery>;
}

interface DomainTable {
  domain: string;
  app: string;
  created_at: string;
}

interface ChannelTable {
  app: string;
  name: string;
  active: number;
  created_at: string;
  also_offers: string | null;
}

interface ReleaseTable {
  position: Generated<number>;
  id: string;
  app: string;
  channel: string;
  version: string;
  notes: string;
  state: ReleaseState;
  pub_date: string;
  created_at: string;
  published_at: string | null;
  withdrawn_at: string | null;
  withdraw_reason: string | null;
  sequence: number | null;
  revision: number;
  touched_at: string;
  /** JSON; null when it applies to everyone. */
  policy: string | null;
  open_rollout: Generated<number>;
  /** JSON; null unless a pipeline published it. */
  published_via: string | null;
  published_by: string | null;
  withdrawn_by: string | null;
}

interface ArtifactTable {
  id: string;
  release_id: string;
  target: string;
  format: string;
  size_bytes: number;
  sha256: string;
  signature: string | null;
  content_type: string | null;
  companion_of: string | null;
  /** JSON; null when nothing was declared. */
  facts: string | null;
  state: ArtifactState;
  uploaded_at: string | null;
  upload_id: string | null;
  kept_store: string | null;
  kept_seal: string | null;
  signed_by: string | null;
  signed_key_id: string | null;
  signed_version: string | null;
  judged_at: string | null;
  /** A hash of what the verdict applies to: the bytes and their signature. */
  judged_of: string | null;
}

interface OfferedTable {
  app: string;
  channel: string;
  target: string;
  sequence: number;
  release_id: string;
  gate: string;
  rolling: number;
  milestone: number;
}

interface RolloutTable {
  release_id: string;
  app: string;
  channel: string;
  state: RolloutState;
  seed: number;
  permille: number;
  stepped_at: string;
  /** JSON. */
  plan: string;
}

interface EvidenceTable {
  release_id: string;
  round: number;
  step: number;
  lap: number;
  source: EvidenceSource;
  target: string;
  bad: number;
  good: number;
}

interface ReportTable {
  release_id: string;
  reporter: string;
  network: number;
  outcome: ReportOutcome;
  target: string;
  round: number;
  lap: number;
}

interface AuditTable {
  id: Generated<number>;
  app: string;
  /** Null for apps deleted before app IDs existed. */
  app_id: string | null;
  at: string;
  actor: string;
  action: EventAction;
  subject: string;
  detail: string | null;
  through: ActionOrigin | null;
}

/** The tables after the newest migration. */
export interface Tables {
  apps: AppTable;
  domains: DomainTable;
  channels: ChannelTable;
  keys: KeyTable;
  trusted_publishers: TrustedPublisherTable;
  used_tokens: { issuer: string; token_id: string; expires_at: string };
  signing_keys: SigningKeyTable;
  sessions: SessionTable;
  releases: ReleaseTable;
  artifacts: ArtifactTable;
  offered: OfferedTable;
  rollouts: RolloutTable;
  rollout_evidence: EvidenceTable;
  rollout_batches: { release_id: string; batch: string; counted_at: string };
  rollout_reports: ReportTable;
  usage: UsageTable;
  usage_months: { app: string; month: string; bytes: number };
  usage_partial: PartialUsageTable;
  usage_nodes: { node: string; sequence: number; written_at: string };
  fleet_days: FleetDayTable;
  fleet_sketches: FleetSketchTable;
  rollout_hours: RolloutHourTable;
  rollout_networks: RolloutNetworkTable;
  audit: AuditTable;
  settings: { name: string; value: string };
  generation: { id: number; value: number };
  changes: { app: string; generation: number };
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
