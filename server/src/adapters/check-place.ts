import type { CheckPlace } from '../domain/model/adapter.ts';
import { artifactTarget, type Wanted } from '../domain/model/offer.ts';

/** Spec 4.5, for every adapter whose clients ask by path. */
export const parseCheckPlace = ({ channel, target, arch }: CheckPlace): Wanted => ({
  channel,
  target: artifactTarget(target, arch),
});
