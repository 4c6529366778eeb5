import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import type { Plan } from '../src/publish/plan/plan.ts';

export const itemOf = (change: Partial<PlanItem> = {}): PlanItem => ({
  target: 'linux-x86_64',
  path: '/build/a.AppImage',
  format: '.AppImage',
  sizeBytes: 10,
  signature: undefined,
  signaturePath: undefined,
  bundle: {
    path: '/build/a.AppImage',
    format: '.AppImage',
    os: 'linux',
    kind: 'appimage',
    arches: ['x86_64'],
    primary: true,
    version: undefined,
    origin: 'tauri',
  },
  facts: {},
  ...change,
});

export const planOf = (change: Partial<Plan> = {}): Plan => ({
  app: 'acme',
  channel: 'stable',
  version: '1.2.0',
  versionFrom: '--release',
  notes: undefined,
  items: [itemOf()],
  skipped: [],
  digests: new Map(),
  ...change,
});
