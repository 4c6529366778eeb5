import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Explanation } from '@slipway/api';
import { createPublisher } from '../publisher.ts';
import { lazily, type World } from '../world.ts';

/** For each released version: the installed versions with and without an offer. */
const order: Record<string, { offered: string[]; not: string[] }> = {
  '1.2.3': {
    offered: ['1.2.2', '1.2', '1', '0', '0.99.99', '1.2.3-rc.1', 'v1.2.2', '1.2.2.9', '1.2.2+9', '01.02.02'],
    not: [
      '1.2.3',
      'v1.2.3',
      '1.2.3.0',
      '1.2.3+build',
      '1.2.4',
      '1.10',
      '1.2.3.1',
      '2',
      '1.2.4-rc.1',
      '01.2.3',
    ],
  },
  '1.10.0': { offered: ['1.9.0', '1.9.99', '1.2.0'], not: ['1.10', '1.10.0', '1.11', '1.100'] },
  '2': { offered: ['1.99.99', '2-beta'], not: ['2', '2.0', '2.0.0', '2.0.0.0', '2.0.1'] },
  '1.2.0.1': { offered: ['1.2', '1.2.0', '1.2.0.0'], not: ['1.2.0.1', '1.2.0.2', '1.2.1'] },
  'v3.0.0': { offered: ['2.9', 'v2.9'], not: ['3.0.0', 'v3', '3.0.1'] },
  '1.0.0-beta.2': {
    offered: ['0.9.9', '1.0.0-beta.1', '1.0.0-beta', '1.0.0-alpha.9', '1.0.0-1'],
    not: [
      '1.0.0',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-beta.2.1',
      '1.0.0-rc.1',
      '1.0.0-beta.2+5',
      '1.0.0+1',
    ],
  },
  '1.0.0-rc.10': {
    offered: ['1.0.0-rc.9', '1.0.0-rc.9+7'],
    not: ['1.0.0-rc.10', '1.0.0-rc.x', '1.0.0-rc.11'],
  },
  '1.0.0+build.2': { offered: ['0.9.9+build.3'], not: ['1.0.0', '1.0.0+build.1', '1.0.0+build.9'] },
  '1.99999999999999999999': {
    offered: ['1.99999999999999999998', '1.9007199254740993'],
    not: ['1.99999999999999999999', '1.100000000000000000000'],
  },
  '0.0.1': { offered: ['unknown', 'dev', '-', 'latest', 'x1.2.3', '0.0.0'], not: ['0.0.1', '0.1'] },
  'r2.1': {
    offered: ['r2.0', 'r2', 'unknown', 'nightly-5', 'a1b2c3'],
    not: ['r2.1', 'r2.10', '2.0', '0', '3'],
  },
  'release-1.10': {
    offered: ['release-1.9', 'release-1.10-rc.1'],
    not: ['release-1.10', 'release-2', '1.9'],
  },
  build10: { offered: ['build9', 'build9.9'], not: ['build10', 'build11', '9'] },
  'V2.0.0': { offered: ['V1.0.0', 'v1.9', '1.9', 'nightly-20260101'], not: ['V2.0.0', '2.0.0', 'v2.0.1'] },
  nightly: { offered: [], not: ['0', '0.1', 'unknown', 'nightly', '1.0.0'] },
  '1.2.3_hotfix': { offered: ['1.2.2'], not: ['1.2.3', '1.2.3_other', '1.2.4'] },
};

/** Spec 4.5, the comparison, as the decisions complete it: through the check, and through its explanation. */
export const versionOrderSection = (world: World): void => {
  const released = Object.keys(order);
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    const release = async (version: string, index: number) => {
      await app.client.createChannel(app.slug, { name: `c${index}` });
      await app.publish({ version, channel: `c${index}` });
    };
    await Promise.all(released.map(release));
    return app;
  });

  describe('4.5 Comparison of versions', () => {
    for (const [index, version] of released.entries()) {
      const { offered, not } = order[version] ?? { offered: [], not: [] };
      test(`${version} is offered to older versions, never to equal or newer ones`, async () => {
        const app = await shared();
        for (const current of [...offered, ...not]) {
          const check = await app.check(`c${index}/linux/x86_64/${encodeURIComponent(current)}`);
          assert.equal(check.status, offered.includes(current) ? 200 : 204, `installed: ${current}`);
          const query = `channel=c${index}&target=linux&arch=x86_64&currentVersion=${encodeURIComponent(current)}`;
          const { outcome, release } = (await app.call('GET', `/explain?${query}`)).json<Explanation>();
          assert.equal(outcome, check.status === 200 ? 'update' : 'none', `installed: ${current}`);
          assert.equal(release?.version, check.status === 200 ? version : undefined);
        }
      });
    }
  });
};
