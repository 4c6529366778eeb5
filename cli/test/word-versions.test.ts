import assert from 'node:assert/strict';
import test from 'node:test';
import type { Client } from '@slipway/api';
import { fleet } from '../src/commands/fleet.ts';
import { retireSigningKey } from '../src/commands/signing-keys/retire.ts';
import { mergeFeeds } from '../src/import/merge/merge-feeds.ts';
import { createTestContext } from './terminal-context.ts';

/* Versions with a leading word (`r2.1`) have the same order as on the server. */

const contextOf = (client: object) => {
  const { context, written } = createTestContext('/');
  return { written, context: { ...context, client: () => client as Client } };
};

test('fleet --older-than counts every version that is older', async () => {
  const rows = Object.entries({ 'r2.2': 1, 'r2.1': 2, 'r2.0': 4, 'r1.10': 8 }).map(([version, checks]) => ({
    ...{ version, checks, offers: 0, withId: 0, clients: null },
  }));
  const totals = { checks: 15, offers: 0, withId: 0, clients: null };
  const sums = { from: '2026-01-01', to: '2026-01-07', totals, rows, estimate: null, warnings: [] };
  const { context, written } = contextOf({ sumFleet: async () => ({ fleet: sums }) });
  await fleet.run({ args: [], options: { olderThan: 'r2.1' } }, context);
  assert.match(written.stdout, /Older than r2\.1: 80\.0% \(12 of 15 checks\)/);
  assert.match(written.stdout, /r2\.2 .*\nr2\.1 .*\nr2\.0 .*\nr1\.10 /, 'newest first');
});

test('signing-keys retire warns while no release has the next key built in', async () => {
  const key = { keyId: 'ABCD', state: 'active', fromVersion: null };
  const next = { ...key, id: 'sig_2', keyId: 'CDEF', fromVersion: 'r2.1' };
  const warningWith = async (version: string): Promise<string> => {
    const { context, written } = contextOf({
      listSigningKeys: async () => ({ signingKeys: [{ ...key, id: 'sig_1' }, next] }),
      listReleases: async () => ({ releases: [{ version }] }),
      changeSigningKey: async () => ({ signingKey: { ...key, id: 'sig_1' } }),
    });
    await retireSigningKey.run({ args: ['sig_1'], options: { yes: true } }, context);
    return written.stderr;
  };
  assert.match(await warningWith('r2.0'), /no published release includes CDEF yet/);
  assert.doesNotMatch(await warningWith('r2.1'), /no published release/);
});

test('import publishes the oldest release first', () => {
  const releaseOf = (version: string) => {
    const file = { location: version, fileName: version, sizeBytes: 1, hashes: {}, signature: undefined };
    const files = [{ ...file, targets: ['linux-x86_64'], format: '.deb', facts: {}, companions: [] }];
    return { channel: undefined, version, pubDate: undefined, notes: undefined, files };
  };
  const orderOf = (versions: string[]): string[] => {
    const feed = { kind: 'electron' as const, releases: versions.map(releaseOf), excluded: [] };
    const channels = { usual: 'stable', all: undefined };
    return mergeFeeds([{ at: 'feed', feed }], channels).releases.map(({ version }) => version);
  };
  assert.deepEqual(orderOf(['r2.10', 'r2.2', 'r2.1']), ['r2.1', 'r2.2', 'r2.10']);
  assert.deepEqual(orderOf(['V2.0', '1.0']), ['1.0', 'V2.0']);
});
