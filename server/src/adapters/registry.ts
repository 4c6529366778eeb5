import type { Adapter } from '../domain/nouns/adapter.ts';
import { rest } from './rest/adapter.ts';
import { tauri } from './tauri/adapter.ts';

/** Every protocol that is spoken here; an app whose stored adapter is not in the list is answered 501. */
export const adapters: readonly Adapter[] = [tauri, rest];
