import type { CheckPath } from '../domain/model/adapter.ts';
import { artifactTarget, type ChannelTarget } from '../domain/model/offer.ts';

/** Spec 4.5, for every adapter whose clients send the platform in the path. */
export const parseCheckPath = ({ channel, target, arch }: CheckPath): ChannelTarget => ({
  channel,
  target: artifactTarget(target, arch),
});
