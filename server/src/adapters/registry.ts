import type { Adapter } from '../domain/model/adapter.ts';
import type { Feed } from '../domain/model/feed.ts';
import { cargoPackager } from './cargo-packager/adapter.ts';
import { cargoPackagerFeed } from './cargo-packager/feed.ts';
import { electron } from './electron/feed.ts';
import { rest } from './rest/adapter.ts';
import { sparkle } from './sparkle/feed.ts';
import { squirrel } from './squirrel/adapter.ts';
import { squirrelFeed } from './squirrel/feed.ts';
import { tauri } from './tauri/adapter.ts';
import { tauriFeed } from './tauri/feed.ts';
import { velopack } from './velopack/feed.ts';
import { zsync } from './zsync/feed.ts';

/** All check protocols. An app whose stored adapter is not in this list gets 501. */
export const adapters: readonly Adapter[] = [tauri, rest, squirrel, cargoPackager];

export const feeds: readonly Feed[] = [
  electron,
  sparkle,
  squirrelFeed,
  tauriFeed,
  cargoPackagerFeed,
  zsync,
  velopack,
];
