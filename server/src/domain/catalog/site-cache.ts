import type { Site } from '../model/site.ts';
import { createSlots } from './slots.ts';

interface Entry {
  readonly site: Site;
  readonly slot: number;
}

/** A map that evicts entries not used since the previous eviction. */
export const createSiteCache = (maxWeightBytes: number) => {
  const entries = new Map<string, Entry>();
  const hostsOfApp = new Map<string, Set<string>>();
  const slots = createSlots();
  let weightBytes = 0;
  const remove = (host: string): void => {
    const entry = entries.get(host);
    if (entry === undefined) return;
    entries.delete(host);
    slots.release(entry.slot);
    weightBytes -= entry.site.weightBytes;
    const siblings = hostsOfApp.get(entry.site.app.slug);
    siblings?.delete(host);
    if (siblings?.size === 0) hostsOfApp.delete(entry.site.app.slug);
  };
  const evict = (): void => {
    for (const [host, entry] of entries) {
      if (weightBytes <= maxWeightBytes) return;
      if (slots.wasUsed(entry.slot)) {
        entries.delete(host);
        entries.set(host, entry);
      } else remove(host);
    }
  };
  const put = (site: Site): void => {
    remove(site.host);
    entries.set(site.host, { site, slot: slots.allocate() });
    weightBytes += site.weightBytes;
    const siblings = hostsOfApp.get(site.app.slug);
    if (siblings === undefined) hostsOfApp.set(site.app.slug, new Set([site.host]));
    else siblings.add(site.host);
    evict();
  };
  return {
    entries,
    slots,
    put,
    remove,
    hostsOf: (app: string): string[] => [...(hostsOfApp.get(app) ?? [])],
    weightBytes: () => weightBytes,
  };
};
