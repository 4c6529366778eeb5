import { wholePermille } from '../model/rollout.ts';

/**
 * Whether the requested number of clients has the release. Each new address of a client without an ID gets another
 * chance to be admitted, so these would exceed the percentage. There is no cap if the fleet's size is unknown.
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
