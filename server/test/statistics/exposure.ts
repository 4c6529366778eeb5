import { decide } from '../../src/domain/decision/decide.ts';
import { planOffers } from '../../src/domain/decision/plan.ts';
import type { Plan } from '../../src/domain/model/offer.ts';
import type { Rollout } from '../../src/domain/model/rollout.ts';
import { isCapReached } from '../../src/domain/rollouts/exposure-cap.ts';
import { artifactNamed, askedTarget, releaseNamed, rolloutOf } from '../decision/worlds.ts';
import { checksOf, createFleet, hour, type Member } from './fleet.ts';

/*
 * How many clients a rollout reaches, event by event: each asks every four hours, downloads what it is offered in a
 * minute, and every 15 seconds the door is looked at.
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

/** What is tried. */
export interface Trial {
  size: number;
  seed: number;
  /** The share of clients that send an id. */
  withId: number;
  /** What the fleet is thought to be; undefined for no door. */
  fleetSize: number | undefined;
}

/** How many clients were offered the release by the end of each step. */
export const exposuresOf = ({ size, seed, withId, fleetSize }: Trial, steps: readonly number[]): number[] => {
  const fleet = createFleet(size, seed, withId);
  const have = new Set<Member>();
  /** When downloads under way will be there, first come first. */
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
