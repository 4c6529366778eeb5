import { isNewer } from '@slipway/core/version.ts';
import { makeOffer } from '../domain/decision/offer.ts';
import type { RenderedResponse } from '../domain/model/adapter.ts';
import type { Artifact } from '../domain/model/artifact.ts';
import type { PerClientDocument } from '../domain/model/feed.ts';
import type { Offer } from '../domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../domain/model/release.ts';

/* For updaters whose feed is compared on the server, as a check is. */

const upToDate: RenderedResponse = { status: 204, contentType: undefined, body: '' };

/** Returns 204 if there is no release, or none newer than the client's version. */
export const renderIfNewer = (
  releases: readonly ReleaseWithArtifacts[],
  pick: (release: ReleaseWithArtifacts) => Artifact | undefined,
  render: (offer: Offer) => RenderedResponse,
): PerClientDocument => {
  const offers = releases.flatMap((release) => {
    const artifact = pick(release);
    return artifact === undefined ? [] : [makeOffer(release, artifact)];
  });
  const [offer] = offers;
  if (offer === undefined) return { variants: [upToDate], choose: () => upToDate };
  const update = render(offer);
  return {
    variants: [upToDate, update],
    choose: ({ version: currentVersion }) =>
      currentVersion !== undefined && !isNewer(offer.version, currentVersion) ? upToDate : update,
  };
};
