import type { CheckAddress } from '../domain/nouns/adapter.ts';
import { type Asked, artifactTarget } from '../domain/nouns/offer.ts';

/** Spec 4.5, for every adapter whose clients ask by path. */
export const parseCheckAddress = ({ channel, target, arch, currentVersion }: CheckAddress): Asked => ({
  channel,
  target: artifactTarget(target, arch),
  currentVersion,
});
