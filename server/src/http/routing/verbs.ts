import type { Admin } from '../../domain/apps/admin.ts';
import type { DomainChecks } from '../../domain/apps/domain-check/domain-check.ts';
import type { Authentication } from '../../domain/auth/authenticate.ts';
import type { SessionAuth } from '../../domain/auth/sessions.ts';
import type { TrustedPublishing } from '../../domain/auth/trusted-publishing/trusted-publishers.ts';
import type { Catalog } from '../../domain/catalog/catalog.ts';
import type { Revisions } from '../../domain/catalog/revisions.ts';
import type { Downloads } from '../../domain/delivery/download.ts';
import type { FeedFiles } from '../../domain/delivery/feed-files.ts';
import type { EffectPreviews } from '../../domain/explain/effects.ts';
import type { CheckExplanations } from '../../domain/explain/explain-check.ts';
import type { FeedExplanations } from '../../domain/explain/explain-feed.ts';
import type { CheckCounts } from '../../domain/fleet/check-counts.ts';
import type { FleetReports } from '../../domain/fleet/fleet-report.ts';
import type { Adapter } from '../../domain/model/adapter.ts';
import type { Feed } from '../../domain/model/feed.ts';
import type { Hosts } from '../../domain/model/host.ts';
import type { Drafts } from '../../domain/releases/create-draft.ts';
import type { ReleaseEdits } from '../../domain/releases/edit-release.ts';
import type { Promotions } from '../../domain/releases/promote.ts';
import type { Publications } from '../../domain/releases/publish.ts';
import type { ReleaseQueries } from '../../domain/releases/read.ts';
import type { ReleaseReviews } from '../../domain/releases/review.ts';
import type { Withdrawals } from '../../domain/releases/withdraw.ts';
import type { ClientReports } from '../../domain/rollouts/client-reports/client-reports.ts';
import type { HealthReports } from '../../domain/rollouts/health-reports.ts';
import type { RolloutControl } from '../../domain/rollouts/rollouts.ts';
import type { RolloutSimulator } from '../../domain/rollouts/simulate.ts';
import type { RolloutSupervisor } from '../../domain/rollouts/supervisor.ts';
import type { UsageMeter } from '../../domain/usage/metering.ts';

/** What the product does, as the web edge needs it. */
export interface Verbs {
  administering: Admin;
  amending: ReleaseEdits;
  authenticating: Authentication;
  catalog: Catalog;
  counting: CheckCounts;
  downloading: Downloads;
  drafting: Drafts;
  feeding: FeedExplanations;
  filing: FeedFiles;
  foreseeing: EffectPreviews;
  gathering: ClientReports;
  hosts: Hosts;
  metering: UsageMeter;
  probing: DomainChecks;
  promoting: Promotions;
  publishing: Publications;
  reading: ReleaseQueries;
  reporting: HealthReports;
  reviewing: ReleaseReviews;
  rollingOut: RolloutControl;
  showing: Revisions;
  signingIn: SessionAuth;
  simulating: RolloutSimulator;
  watchingRollouts: RolloutSupervisor;
  surveying: FleetReports;
  trusting: TrustedPublishing;
  withdrawing: Withdrawals;
  updating: CheckExplanations;
  adapters: readonly Adapter[];
  feeds: readonly Feed[];
  /** Which of database and storage answer. */
  /** The version of the service. */
  version: string;
  health: () => Promise<{ database: boolean; storage: boolean; disk: boolean }>;
}
