import { rest } from '../../../src/adapters/rest/adapter.ts';
import { createLatestLinks } from '../../../src/domain/delivery/latest-links.ts';
import { type Check, createCheck } from '../../../src/http/checks/check.ts';
import { uncounted } from '../../node/off-heap.ts';

/** A REST check without counting or client details, with overrides. */
export const createPlainCheck = (more: Partial<Parameters<typeof createCheck>[0]> = {}): Check =>
  createCheck({
    ...{ adapters: [rest], latestLinks: createLatestLinks(), counted: uncounted, readClient: () => ({}) },
    siteCount: () => 1,
    links: { download: '/releases/download/:releaseId/:target' },
    ...more,
  });
