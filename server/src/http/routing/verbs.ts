import type { Administering } from '../../domain/apps/admin.ts';
import type { Probing } from '../../domain/apps/domain-check/domain-check.ts';
import type { Authenticating } from '../../domain/auth/authenticate.ts';
import type { SigningIn } from '../../domain/auth/sessions.ts';
import type { Trusting } from '../../domain/auth/trusted-publishing/trusted-publishers.ts';
import type { Catalog } from '../../domain/catalog/catalog.ts';
import type { Showing } from '../../domain/catalog/revisions.ts';
import type { Downloading } from '../../domain/delivery/download.ts';
import type { Filing } from '../../domain/delivery/feed-files.ts';
import type { Foreseeing } from '../../domain/explain/effects.ts';
import type { Updating } from '../../domain/explain/explain-check.ts';
import type { Feeding } from '../../domain/explain/explain-feed.ts';
import type { Counting } from '../../domain/fleet/check-counts.ts';
import type { Surveying } from '../../domain/fleet/fleet-report.ts';
import type { Adapter } from '../../domain/model/adapter.ts';
import type { Feed } from '../../domain/model/feed.ts';
import type { Hosts } from '../../domain/model/host.ts';
import type { Drafting } from '../../domain/releases/create-draft.ts';
import type { Amending } from '../../domain/releases/edit-release.ts';
import type { Promoting } from '../../domain/releases/promote.ts';
import type { Publishing } from '../../domain/releases/publish.ts';
import type { Reading } from '../../domain/releases/read.ts';
import type { Reviewing } from '../../domain/releases/review.ts';
import type { Withdrawing } from '../../domain/releases/withdraw.ts';
import type { Gathering } from '../../domain/rollouts/client-reports/client-reports.ts';
import type { Reporting } from '../../domain/rollouts/health-reports.ts';
import type { RollingOut } from '../../domain/rollouts/rollouts.ts';
import type { Simulating } from '../../domain/rollouts/simulate.ts';
import type { WatchingRollouts } from '../../domain/rollouts/supervisor.ts';
import type { Metering } from '../../domain/usage/metering.ts';

/** What the product does, as the web edge needs it. */
export interface Verbs {
  administering: Administering;
  amending: Amending;
  authenticating: Authenticating;
  catalog: Catalog;
  counting: Counting;
  downloading: Downloading;
  drafting: Drafting;
  feeding: Feeding;
  filing: Filing;
  foreseeing: Foreseeing;
  gathering: Gathering;
  hosts: Hosts;
  metering: Metering;
  probing: Probing;
  promoting: Promoting;
  publishing: Publishing;
  reading: Reading;
  reporting: Reporting;
  reviewing: Reviewing;
  rollingOut: RollingOut;
  showing: Showing;
  signingIn: SigningIn;
  simulating: Simulating;
  watchingRollouts: WatchingRollouts;
  surveying: Surveying;
  trusting: Trusting;
  withdrawing: Withdrawing;
  updating: Updating;
  adapters: readonly Adapter[];
  feeds: readonly Feed[];
  /** Which of database and storage answer. */
  /** The version of the service. */
  version: string;
  health: () => Promise<{ database: boolean; storage: boolean; disk: boolean }>;
}
