import { wholePermille } from '../model/rollout.ts';

/**
 * Whether as many have a release as were asked for. Addresses change, and each new one is another chance to be counted
 * in: clients without an id would otherwise become more than the percent says. Where the fleet's size is not known there
 * is no door.
 */
export const isCapReached = ({
  downloads,
  permille,
  fleetSize,
}: {
  downloads: number;
  permille: number;
  fleetSize: number | undefined;
}): boolean =>
  fleetSize !== undefined &&
  permille > 0 &&
  permille < wholePermille &&
  downloads * wholePermille >= permille * fleetSize;
