import { bounds } from '../../model/bounds.ts';
import type { CheckIn } from '../../model/fleet.ts';
import type { Instant } from '../../model/instant.ts';
import type { OfferCounter } from './counter.ts';

/*
 * Check-ins are checks from clients that run a release in rollout. Each network counts up to the same limit as for
 * deliveries. The store enforces it across nodes; this cache saves it most requests.
 */

type Release = Pick<OfferCounter, 'releaseId' | 'target' | 'name'>;

export const createCheckInCounter = () => {
  /** By artifact: the count of each network on this node. */
  let countsByArtifact = new Map<string, Map<number, number>>();
  let size = 0;
  let waiting = new Map<string, CheckIn>();

  const remember = (artifact: string, network: number, count: number): void => {
    if (count === 1 && size >= bounds.rememberedNetworks) {
      countsByArtifact = new Map();
      size = 0;
    }
    if (count === 1) size += 1;
    const counts = countsByArtifact.get(artifact) ?? new Map<number, number>();
    countsByArtifact.set(artifact, counts.set(network, count));
  };

  return {
    /** Ignored once the network has reached its limit. */
    add: ({ releaseId, target, name: artifact }: Release, network: number, now: () => Instant): void => {
      const before = countsByArtifact.get(artifact)?.get(network) ?? 0;
      if (before >= bounds.deliveriesOfNetwork) return;
      const name = `${network} ${artifact}`;
      const sum = waiting.get(name);
      if (sum === undefined && waiting.size >= bounds.waitingNetworks) return;
      if (sum === undefined) waiting.set(name, { releaseId, target, network, count: 1, at: now() });
      else sum.count += 1;
      remember(artifact, network, before + 1);
    },
    take: (): CheckIn[] => {
      const taken = [...waiting.values()];
      waiting = new Map();
      return taken;
    },
  };
};
