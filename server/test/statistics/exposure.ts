import { decide } from '../../src/domain/decision/decide.ts';
import { planOffers } from '../../src/domain/decision/plan.ts';
import type { Plan } from '../../src/domain/model/offer.ts';
import type { Rollout } from '../../src/domain/model/rollout.ts';
import { isCapReached } from '../../src/domain/rollouts/exposure-cap.ts';
import { artifactNamed, askedTarget, releaseNamed, rolloutOf } from '../decision/worlds.ts';
import { checksOf, createFleet, hour, type Member } from './fleet.ts';

/*
 * Simulates how many clients a rollout reaches: each checks every four hours and downloads an offer in a minute, and
 * the exposure cap is evaluated every 15 seconds.
 */

const lookSeconds = 15;
const downloadSeconds = 60;
const stepHours = 24;

const planOf = (rollout: Rollout): Plan => {
  const artifacts = [artifactNamed(askedTarget)];
  const releases = [
    releaseNamed('2.0.0', 2, { artifacts, rollout }),
    releaseNamed('1.0.0', 1, { artifacts }),
  ];
  return planOffers({ releases, target: askedTarget });
};

export interface Trial {
  size: number;
  seed: number;
  /** The share of clients that send an ID. */
  withId: number;
  /** The estimated fleet size; undefined for no exposure cap. */
  fleetSize: number | undefined;
}

/** How many clients were offered the release by the end of each step. */
export const exposuresOf = ({ size, seed, withId, fleetSize }: Trial, steps: readonly number[]): number[] => {
  const fleet = createFleet(size, seed, withId);
  const have = new Set<Member>();
  /** The completion times of current downloads, sorted. */
  const arrivals: number[] = [];
  let downloads = 0;

  return steps.map((permille, index) => {
    let rollout = rolloutOf('rel_2', { seed, permille, fleetSize });
    let plan = planOf(rollout);
    let nextLook = index * stepHours * hour;

    const look = (second: number): void => {
      while (downloads < arrivals.length && (arrivals[downloads] as number) <= second) downloads += 1;
      const capReached = isCapReached({ downloads, permille, fleetSize });
      if (capReached === rollout.capReached) return;
      rollout = { ...rollout, capReached };
      plan = planOf(rollout);
    };

    for (const { second, member } of checksOf(
      fleet,
      index * stepHours * hour,
      (index + 1) * stepHours * hour,
    )) {
      for (; nextLook <= second; nextLook += lookSeconds) look(nextLook);
      const currentVersion = have.has(member) ? '2.0.0' : '1.0.0';
      if (decide(plan, { ...member.at(second), currentVersion }) === undefined) continue;
      have.add(member);
      arrivals.push(second + downloadSeconds);
    }
    return have.size;
  });
};
