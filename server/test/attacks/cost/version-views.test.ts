import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseVersion } from '@slipway/core/version.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { newestCriticalFirst } from '../../../src/domain/model/published-version.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { artifactNamed, releaseNamed, rolloutOf, type World } from '../../decision/worlds.ts';
import { createPlainCheck } from '../../domain/decision/plain-check.ts';

/* If a decision depends on more than the version, the server caches a view per version, including random ones. */

const MiB = 1024 * 1024;
const sites = 20;
const versions = 256;
const target = 'linux-x86_64';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

const rolling: World = [
  releaseNamed('2.0.0', 2, { artifacts: [artifactNamed(target)], rollout: rolloutOf('rel_2') }),
  releaseNamed('1.0.0', 1, { artifacts: [artifactNamed(target)] }),
];

const gated: World = Array.from({ length: 500 }, (_, index) =>
  releaseNamed(`${500 - index}.0.0`, 500 - index, {
    artifacts: [artifactNamed(target, { facts: { minimumSystem: `${500 - index}` } })],
  }),
);

/** A version as received: a substring of a long line that it keeps in memory. */
const versionIn = (number: number): string => {
  const line = `/releases/stable/linux/x86_64/0.1.0-made-up.${number}?${'x'.repeat(15_000)}`;
  return Buffer.from(line).toString('latin1').slice(30, line.indexOf('?'));
};

/** The memory that random versions leave in several sites. */
const leftBehind = (world: World): number => {
  const readClient = () => ({ system: '0.1' });
  const check = createPlainCheck({ readClient });
  const all = Array.from({ length: sites }, (_, number) => {
    const address = { host: `a${number}.localhost`, baseUrl: `http://a${number}.localhost` };
    const site = makeSite(address, { slug: `a${number}`, adapter: 'rest' } as App, world);
    return check.prepareFor(site, { channel: 'stable', target: 'linux', arch: 'x86_64' });
  });
  const before = heapBytes();
  for (const prepared of all)
    for (let number = 0; number < versions; number++)
      check.respondTo(prepared, versionIn(number), {} as IncomingMessage);
  const left = heapBytes() - before;
  assert.ok(all.every(({ versions: views }) => views.find('0.1.0-made-up.7') !== undefined));
  return left;
};

const exceptions = (number: number): string[] =>
  Array.from({ length: 100 }, (_, index) => `0.${number}.${index}-${'a.'.repeat(50)}b`);

/** Every rule at maximum length, on a channel that admits nobody. */
const ruled: World = Array.from({ length: 300 }, (_, index) =>
  releaseNamed(`${300 - index}.0.0`, 300 - index, {
    artifacts: [artifactNamed(target, { facts: { minimumSystem: `${index + 5}` } })],
    policy: {
      from: { atLeast: '0.0.1', except: exceptions(index) },
      ...(index < 64 ? { milestone: { reason: 'moves data' } } : {}),
    },
  }),
);

const critical = newestCriticalFirst(
  Array.from({ length: 2000 }, (_, index) => ({
    version: `${1000 + index}.0.0`,
    parsed: parseVersion(`${1000 + index}.0.0`),
  })),
);

/** The minimum CPU milliseconds of a check with a new version. */
const leastCost = (world: World): number => {
  const check = createPlainCheck({ readClient: () => ({ system: '0.1' }) });
  const address = { host: 'a.localhost', baseUrl: 'http://a.localhost' };
  const app = { slug: 'a', adapter: 'rest' } as App;
  const site = makeSite({ ...address, critical: new Map([['stable', critical]]) }, app, world);
  const prepared = check.prepareFor(site, { channel: 'stable', target: 'linux', arch: 'x86_64' });
  const costs = Array.from({ length: 20 }, (_, number) => {
    const before = process.cpuUsage();
    check.respondTo(prepared, `0.1.${number}`, {} as IncomingMessage);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...costs);
};

describe('made-up versions', () => {
  test('of a channel with 300 releases of the longest rules take a few milliseconds', (t) => {
    const cost = leastCost(ruled);
    t.diagnostic(`${cost} ms`);
    assert.ok(cost < 10, `${cost} ms`);
  });

  test('of a channel with a rollout retain no request', () => {
    const left = leftBehind(rolling);
    assert.ok(left < 10 * MiB, `${Math.round(left / MiB)} MiB`);
  });

  test('of a channel with 500 gated releases are not cached 500 times', () => {
    const left = leftBehind(gated);
    assert.ok(left < 10 * MiB, `${Math.round(left / MiB)} MiB`);
  });

  test('of an app that is published repeatedly retain none of its old sites', async () => {
    const check = createPlainCheck();
    const address = { host: 'a.localhost', baseUrl: 'http://a.localhost' };
    const app = { slug: 'a', adapter: 'rest' } as App;
    const publishAgain = (number: number): void => {
      const notes = Buffer.alloc(MiB / 2, String(number % 10)).toString('latin1');
      const world = [releaseNamed('2.0.0', 2, { notes, artifacts: [artifactNamed(target)] })];
      const site = makeSite(address, app, world);
      const prepared = check.prepareFor(site, { channel: 'stable', target: 'linux', arch: 'x86_64' });
      for (let version = 0; version < 5; version++)
        check.respondTo(prepared, `1.0.${version}`, {} as IncomingMessage);
    };
    const before = heapBytes();
    for (let number = 0; number < 100; number++) publishAgain(number);
    await setImmediate();
    const left = heapBytes() - before;
    publishAgain(100);
    assert.ok(left < 10 * MiB, `${Math.round(left / MiB)} MiB`);
  });
});
