import type { Adapter } from '../domain/nouns/adapter.ts';
import type { Feed } from '../domain/nouns/feed.ts';
import { electron } from './electron/feed.ts';
import { rest } from './rest/adapter.ts';
import { tauri } from './tauri/adapter.ts';

/** Every protocol that is spoken here; an app whose stored adapter is not in the list is answered 501. */
export const adapters: readonly Adapter[] = [tauri, rest];

/** Every feed that is served, for every app. */
export const feeds: readonly Feed[] = [electron];
