import { unknownName } from '../model/fleet.ts';
import type { Offer } from '../model/offer.ts';
import { formatPlatform, parsePlatform } from '../model/platform.ts';
import type { DocumentPlan } from './feed-plan.ts';
import type { DocumentSelection } from './feed-selection.ts';

/* What can be said of those who read a document: for which target they do, and what they are offered by it. */

/** The place in the list of the newest release that has anything for a document; undefined where none has. */
export const newestPositionIn = ({ lanes }: DocumentPlan): number | undefined => {
  const places = lanes.flatMap(({ offers }) => offers.keys().next().value ?? []);
  return places.length === 0 ? undefined : Math.min(...places);
};

const offersAt = ({ lanes }: DocumentPlan, place: number): Offer[] =>
  lanes.flatMap(({ offers }) => offers.get(place) ?? []);

/** As much as several targets have in common. */
const commonOf = (targets: readonly string[]): string => {
  const places = targets.map(parsePlatform);
  const [first] = places;
  if (first === undefined || places.some((place) => place?.system !== first.system)) return unknownName;
  const isOneArch = places.every((place) => place?.arch === first.arch);
  const plain = formatPlatform({ ...first, bundle: undefined });
  return isOneArch && targets.includes(plain) ? plain : first.system;
};

/**
 * The target that a document is for: where it names several, what these have in common, as `windows`. Undefined where there
 * is nothing for it.
 */
export const documentTarget = (plan: DocumentPlan): string | undefined => {
  const newest = newestPositionIn(plan);
  if (newest === undefined) return undefined;
  const targets = offersAt(plan, newest).map(({ artifact }) => artifact.target);
  return targets.length === 1 ? targets[0] : commonOf(targets);
};

/** Whether a client looks by itself whether its system runs a release. */
const isJudged = (plan: DocumentPlan, place: number): boolean => {
  if (!plan.parts.judgesSystem) return false;
  const targets = offersAt(plan, place).map(({ artifact }) => artifact.target);
  const artifacts = plan.releases[place]?.artifacts ?? [];
  return artifacts.some(({ target, facts }) => targets.includes(target) && facts.minimumSystem !== undefined);
};

/** The newest release that a document shows a client, and whether each of its clients takes it. */
export const newestVisible = (
  plan: DocumentPlan,
  { newest, hidden }: Pick<DocumentSelection, 'newest' | 'hidden'>,
): { offer: Offer; isSure: boolean } | undefined => {
  const offer = newest === undefined ? undefined : offersAt(plan, newest)[0];
  if (newest === undefined || offer === undefined) return undefined;
  return { offer, isSure: !hidden.has(newest) && !isJudged(plan, newest) };
};
