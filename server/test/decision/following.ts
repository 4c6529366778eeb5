import assert from 'node:assert/strict';
import { compareVersions, isNewer, type ParsedVersion, parseVersion } from '@slipway/core/version.ts';
import { decide } from '../../src/domain/decision/decide.ts';
import type { Client, Plan } from '../../src/domain/model/offer.ts';
import { offerable } from './plain-walk.ts';
import type { World } from './worlds.ts';

/** Follows a client from offer to offer until there is none; it must not skip a milestone. */
export const followOffers = (plan: Plan, client: Client, world: World): void => {
  const start = client.currentVersion ?? '';
  const milestones = offerable(world)
    .filter(({ policy }) => policy.milestone !== undefined)
    .map(({ version }) => parseVersion(version))
    .filter((version) => isNewer(version, start));
  const had: ParsedVersion[] = [];
  let current = start;
  for (let steps = 0; ; steps++) {
    assert.ok(steps <= world.length, 'never comes to rest');
    const offer = decide(plan, { ...client, currentVersion: current });
    if (offer === undefined) return;
    for (const milestone of milestones)
      assert.ok(
        compareVersions(milestone, offer.version) >= 0 ||
          had.some((one) => compareVersions(one, milestone) === 0),
        `${milestone.numbers.join('.')} is passed by on the way to ${offer.release.version}`,
      );
    had.push(offer.version);
    current = offer.release.version;
  }
};
