import type { Adapter } from '../domain/adapter.ts';
import type { Administering } from '../domain/administering.ts';
import type { Authenticating } from '../domain/authenticating.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Downloading } from '../domain/downloading.ts';
import type { Drafting } from '../domain/drafting.ts';
import type { Hosts } from '../domain/host.ts';
import type { Metering } from '../domain/metering.ts';
import type { Publishing } from '../domain/publishing.ts';
import type { Reading } from '../domain/reading.ts';
import type { Recalling } from '../domain/recalling.ts';
import type { Updating } from '../domain/updating.ts';

/** What the product does, as the web edge needs it. */
export interface Verbs {
  administering: Administering;
  authenticating: Authenticating;
  catalog: Catalog;
  downloading: Downloading;
  drafting: Drafting;
  hosts: Hosts;
  metering: Metering;
  publishing: Publishing;
  reading: Reading;
  recalling: Recalling;
  updating: Updating;
  adapters: readonly Adapter[];
  /** Which of database and storage answer. */
  health: () => Promise<{ database: boolean; storage: boolean }>;
}
