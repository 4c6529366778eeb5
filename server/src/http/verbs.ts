import type { Administering } from '../domain/administering.ts';
import type { Amending } from '../domain/amending.ts';
import type { Authenticating } from '../domain/authenticating.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Counting } from '../domain/counting.ts';
import type { Downloading } from '../domain/downloading.ts';
import type { Drafting } from '../domain/drafting.ts';
import type { Feeding } from '../domain/feeding.ts';
import type { Filing } from '../domain/filing.ts';
import type { Foreseeing } from '../domain/foreseeing.ts';
import type { Gathering } from '../domain/gathering.ts';
import type { Metering } from '../domain/metering.ts';
import type { Adapter } from '../domain/nouns/adapter.ts';
import type { Feed } from '../domain/nouns/feed.ts';
import type { Hosts } from '../domain/nouns/host.ts';
import type { Probing } from '../domain/probing.ts';
import type { Promoting } from '../domain/promoting.ts';
import type { Publishing } from '../domain/publishing.ts';
import type { Reading } from '../domain/reading.ts';
import type { Reporting } from '../domain/reporting.ts';
import type { Reviewing } from '../domain/reviewing.ts';
import type { RollingOut } from '../domain/rolling-out.ts';
import type { Showing } from '../domain/showing.ts';
import type { SigningIn } from '../domain/signing-in.ts';
import type { Simulating } from '../domain/simulating.ts';
import type { Surveying } from '../domain/surveying.ts';
import type { Trusting } from '../domain/trusting.ts';
import type { Updating } from '../domain/updating.ts';
import type { WatchingRollouts } from '../domain/watching-rollouts.ts';
import type { Withdrawing } from '../domain/withdrawing.ts';

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
