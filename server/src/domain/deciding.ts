import { type Artifact, isMain } from './nouns/artifact.ts';
import type { Client, Considered, Offer, Plan } from './nouns/offer.ts';
import { sameTargets } from './nouns/place.ts';
import type { ReleaseWithArtifacts } from './nouns/release.ts';
import type { Site } from './nouns/site.ts';
import { isNewer, parseVersion } from './nouns/version.ts';

/*
 * Which release a client gets: the one decision behind the check, `explain` and whatever asks later. It has two halves.
 * `planOffers` finds what a channel can offer one target, whoever asks: made once per site, channel and target.
 * `decide` finds what of it this client gets. Both are pure, and both say why when they are given a trace to write to.
 */

/** Why nobody is given an artifact of this release for the target. */
const passOver = (
  { version, state }: ReleaseWithArtifacts,
  target: string,
  artifact: Artifact | undefined,
): Considered | undefined => {
  if (state !== 'published') return { version, verdict: 'withdrawn', reason: 'It was withdrawn.' };
  if (artifact === undefined)
    return { version, verdict: 'target-missing', reason: `It has no artifact for ${target}.` };
  if (artifact.state !== 'active')
    return { version, verdict: 'target-pruned', reason: `Its artifact for ${target} was pruned.` };
  return undefined;
};

/** Who asks in other words than the publisher's is told the publisher's. */
const withHint = (passed: Considered, { artifacts }: ReleaseWithArtifacts, target: string): Considered => {
  const meant =
    passed.verdict === 'target-missing'
      ? sameTargets(
          target,
          artifacts.map((one) => one.target),
        )
      : [];
  return meant.length === 0
    ? passed
    : { ...passed, reason: `${passed.reason} Did you mean ${meant.join(' or ')}?` };
};

/**
 * What a channel can offer a target. Candidates come last published first; the walk ends with the first release that
 * is for everyone, since nobody gets past it. Today that is every release.
 */
export const planOffers = (
  candidates: Iterable<ReleaseWithArtifacts>,
  target: string,
  trace?: Considered[],
): Plan => {
  for (const release of candidates) {
    const artifact = release.artifacts.find((one) => one.target === target && isMain(one));
    const passedOver = passOver(release, target, artifact);
    if (passedOver !== undefined) trace?.push(withHint(passedOver, release, target));
    else if (artifact !== undefined)
      return { offers: [{ release, artifact, version: parseVersion(release.version) }] };
  }
  return { offers: [] };
};

/**
 * The offer a client gets, if any. Publication is the order: the walk stops at the first release that is meant for the
 * client, and one that is not newer than what it has is no reason to look for an older one.
 */
export const decide = (
  { offers }: Plan,
  { currentVersion }: Client,
  trace?: Considered[],
): Offer | undefined => {
  const [offer] = offers;
  if (offer === undefined) return undefined;
  const { version } = offer.release;
  if (currentVersion !== undefined && !isNewer(offer.version, currentVersion)) {
    const reason = `It is the latest and not newer than ${currentVersion}.`;
    trace?.push({ version, verdict: 'not-newer', reason });
    return undefined;
  }
  const reason = currentVersion === undefined ? 'It is the latest.' : `It is newer than ${currentVersion}.`;
  trace?.push({ version, verdict: 'offered', reason });
  return offer;
};

/** The plan of a site for a channel and a target. Waits for nothing. */
export const planFor = ({ channels }: Site, channel: string, target: string): Plan =>
  planOffers(channels.get(channel) ?? [], target);
