import { formatPlatform, parsePlatform } from '@slipway/core/platform.ts';
import { unknownName } from '../model/fleet.ts';
import type { Offer } from '../model/offer.ts';
import type { DocumentPlan } from './feed-plan.ts';
import type { DocumentSelection } from './feed-selection.ts';

/* Derives a document's clients: their target and the release that the document offers them. */

/** The index of the newest release with a file for the document; undefined if none has one. */
export const newestPositionIn = ({ targetPlans }: DocumentPlan): number | undefined => {
  const places = targetPlans.flatMap(({ offers }) => offers.keys().next().value ?? []);
  return places.length === 0 ? undefined : Math.min(...places);
};

const offersAt = ({ targetPlans }: DocumentPlan, place: number): Offer[] =>
  targetPlans.flatMap(({ offers }) => offers.get(place) ?? []);

/** The common part of several targets. */
const commonOf = (targets: readonly string[]): string => {
  const places = targets.map(parsePlatform);
  const [first] = places;
  if (first === undefined || places.some((place) => place?.system !== first.system)) return unknownName;
  const isOneArch = places.every((place) => place?.arch === first.arch);
  const plain = formatPlatform({ ...first, bundle: undefined });
  return isOneArch && targets.includes(plain) ? plain : first.system;
};

/** A document for several targets gets their common part, such as `windows`. Undefined if it has no files. */
export const documentTarget = (plan: DocumentPlan): string | undefined => {
  const newest = newestPositionIn(plan);
  if (newest === undefined) return undefined;
  const targets = offersAt(plan, newest).map(({ artifact }) => artifact.target);
  return targets.length === 1 ? targets[0] : commonOf(targets);
};

/** Whether the client itself checks that its system can run a release. */
const isCheckedByClient = (plan: DocumentPlan, place: number): boolean => {
  if (!plan.rules.clientChecksSystem) return false;
  const targets = offersAt(plan, place).map(({ artifact }) => artifact.target);
  const artifacts = plan.releases[place]?.artifacts ?? [];
  return artifacts.some(({ target, facts }) => targets.includes(target) && facts.minimumSystem !== undefined);
};

/** The newest release shown to a client, and whether all its clients take it. */
export const newestVisible = (
  plan: DocumentPlan,
  { newestPosition, hiddenAudiences }: Pick<DocumentSelection, 'newestPosition' | 'hiddenAudiences'>,
): { offer: Offer; isSure: boolean } | undefined => {
  const offer = newestPosition === undefined ? undefined : offersAt(plan, newestPosition)[0];
  if (newestPosition === undefined || offer === undefined) return undefined;
  return { offer, isSure: !hiddenAudiences.has(newestPosition) && !isCheckedByClient(plan, newestPosition) };
};
