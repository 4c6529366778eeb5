import type { Row, Tables } from '../../../src/drivers/sql/schema.ts';

/* A row or two of every table, with every column filled: extend this for each new table or column. */

const at = '2026-03-14T10:00:00.000Z';
const later = '2026-03-15T10:00:00.000Z';

const app = (slug: string): Row<'apps'> => ({
  ...{ id: `app_${slug}`, slug, public_slug: `${slug}-public`, name: 'Grüße 🚀', adapter: 'rest' },
  ...{ allowance_bytes: 5_000_000_000_000, created_at: at, extras: 1, check_caching: 'private' },
  publishing: 'trusted',
  ...{ signatures: 'require', signed_version: 'require', page: 1, delivery: 'cached' },
});

const release = (position: number, id: string): Row<'releases'> => ({
  ...{ position, id, app: 'acme', channel: 'beta', version: `1.${position}.0`, notes: 'a\nb', revision: 3 },
  ...{ state: 'withdrawn', pub_date: at, created_at: at, published_at: at, touched_at: at },
  ...{ withdrawn_at: later, withdraw_reason: 'bad', sequence: 40 + position, open_rollout: 1 },
  policy: '{"critical":true}',
  ...{ published_via: '{"provider":"github"}', published_by: 'CI', withdrawn_by: 'on call' },
});

/** By table, in foreign-key order. */
export const everyRow: { readonly [Table in keyof Tables]: readonly Row<Table>[] } = {
  apps: [app('acme'), app('other')],
  domains: [{ domain: 'updates.example.com', app: 'acme', created_at: at }],
  channels: [
    { app: 'acme', name: 'beta', active: 1, created_at: at, also_offers: 'stable' },
    { app: 'acme', name: 'stable', active: 0, created_at: at, also_offers: null },
  ],
  keys: [
    {
      ...{ position: 7, id: 'key_1', app: 'acme', name: 'CI', scopes: '["report"]', secret_hash: 'ab' },
      ...{ created_at: at, expires_at: later, revoked_at: later, last_used_at: at },
      ...{ trust_id: 'tru_1', via: '{"provider":"github"}' },
    },
  ],
  trusted_publishers: [
    {
      ...{ id: 'tru_1', app: 'acme', provider: 'github', issuer: 'https://issuer.example', name: 'Grüße' },
      ...{ claims: '{"repository":"acme/app"}', pinned: '{"repository_id":"7"}', scopes: '["publish"]' },
      ...{ ttl_seconds: 1800, created_at: at, last_used_at: later },
    },
  ],
  used_tokens: [{ issuer: 'https://issuer.example', token_id: 'one', expires_at: later }],
  signing_keys: [
    {
      ...{ id: 'sig_1', app: 'acme', kind: 'minisign', key_id: 'D71CA9CEED6D4A90', public_key: 'RW' },
      ...{ name: 'of 2026', from_version: '1.5.0', state: 'retired', created_at: at, retired_at: later },
    },
  ],
  sessions: [
    {
      ...{ id_hash: 'cd', key_id: 'key_1', secret_hash: 'ab' },
      ...{ created_at: at, used_at: at, expires_at: later },
    },
    { id_hash: 'ef', key_id: null, secret_hash: 'gh', created_at: at, used_at: at, expires_at: later },
  ],
  releases: [release(3, 'rel_a'), release(9, 'rel_b')],
  artifacts: [
    {
      ...{ id: 'art_1', release_id: 'rel_a', target: 'linux-x86_64', format: '.bin', size_bytes: 2 ** 40 },
      ...{ sha256: '0'.repeat(64), signature: 'sig', content_type: 'text/plain', companion_of: 'main' },
      ...{ facts: '{"build":"5"}', state: 'pruned', uploaded_at: at, upload_id: 'up', kept_store: 'files' },
      ...{
        kept_seal: 'seal',
        signed_by: 'sig_1',
        signed_key_id: 'D71CA9CEED6D4A90',
        signed_version: '1.3.0',
      },
      ...{ judged_at: at, judged_of: '1'.repeat(64) },
    },
  ],
  offered: [
    {
      ...{ app: 'acme', channel: 'beta', target: 'linux-x86_64', sequence: 43, release_id: 'rel_a' },
      ...{ gate: 'system 13.0', rolling: 1, milestone: 1 },
    },
  ],
  rollouts: [
    {
      ...{ release_id: 'rel_b', app: 'acme', channel: 'beta', state: 'paused', seed: 4_294_967_295 },
      ...{ permille: 125, stepped_at: at, plan: '{"steps":[]}' },
    },
  ],
  rollout_evidence: [
    {
      ...{ release_id: 'rel_b', round: 2, step: 3, lap: 4, source: 'health', target: '' },
      ...{ bad: 5, good: 1_000_000 },
    },
  ],
  rollout_batches: [{ release_id: 'rel_b', batch: 'ten o’clock', counted_at: at }],
  rollout_reports: [
    {
      ...{ release_id: 'rel_b', reporter: 'ab01', network: 2 ** 31 - 1, outcome: 'crashed' },
      ...{ target: 'linux-x86_64', round: 2, lap: 4 },
    },
  ],
  rollout_hours: [
    {
      ...{ release_id: 'rel_b', hour: at, target: 'linux-x86_64' },
      ...{ offers: 6, arrivals: 7, downloads: 8, readers: 9 },
    },
  ],
  rollout_networks: [
    { release_id: 'rel_b', target: 'linux-x86_64', network: 2 ** 20 - 1, deliveries: 4, check_ins: 6 },
  ],
  fleet_days: [
    {
      ...{ app: 'acme', day: '2026-03-14', channel: 'beta', target: 'linux-x86_64', version: '1.3.0' },
      ...{ stranger: 1, checks: 2 ** 33, offers: 4, with_id: 3, proxied: 2 },
    },
  ],
  fleet_sketches: [
    {
      ...{ app: 'acme', day: '2026-03-14', channel: 'beta', version: '', node: 'node_1' },
      registers: `.1300.Eg${'A'.repeat(4)}==`,
    },
  ],
  usage: [
    {
      ...{ app: 'acme', day: '2026-03-14', release_id: 'rel_a', target: 'linux-x86_64' },
      ...{ bytes: 2 ** 45, downloads: 12, deliveries: 11 },
    },
  ],
  usage_months: [{ app: 'acme', month: '2026-03', bytes: 2 ** 45 }],
  usage_partial: [
    { app: 'acme', from_day: '2026-03-01', to_day: '2026-03-14' },
    { app: 'acme', from_day: '2026-03-15', to_day: null },
  ],
  usage_nodes: [{ node: 'node_1', sequence: 99, written_at: at }],
  audit: [
    {
      ...{ id: 21, app: 'acme', app_id: 'app_acme', at, actor: 'admin', action: 'rollout.halt' },
      ...{ subject: 'rel_b', detail: '{"bad":5}', through: 'dashboard' },
    },
  ],
  settings: [{ name: 'something', value: 'else' }],
  changes: [{ app: 'acme', generation: 77 }],
  generation: [{ id: 1, value: 78 }],
};
