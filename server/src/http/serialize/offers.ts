import type * as api from '@slipway/api';
import type { CurrentOffer } from '../../domain/explain/current-offers.ts';
import type { EffectsPreview } from '../../domain/explain/effects.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { percentOf } from '../../domain/model/rollout.ts';
import { cachedForSeconds } from '../response/public-headers.ts';
import type { PreparedResponse } from '../response/response.ts';

/* Current and previewed offers in the publishing API's format. */

const renderReference = ({ version, id }: ReleaseWithArtifacts) => ({ version, releaseId: id });

const renderOptionalReference = (release: ReleaseWithArtifacts | undefined) =>
  release === undefined ? null : renderReference(release);

const renderPublishedReference = (release: ReleaseWithArtifacts) => ({
  ...renderReference(release),
  publishedAt: release.publishedAt ?? release.createdAt,
});

export const renderOffer = ({ channel, target, release, isNewest, rolling }: CurrentOffer): api.Offer => ({
  ...{ channel, target, ...renderPublishedReference(release), newest: isNewest },
  ...(release.channel === channel ? {} : { releaseChannel: release.channel }),
  ...(rolling?.rollout === undefined
    ? {}
    : { rollout: { ...renderPublishedReference(rolling), percent: percentOf(rolling.rollout.permille) } }),
});

export const renderEffects = ({ verb, effects, warnings, reach, isCached }: EffectsPreview): api.Effects => ({
  verb,
  effects: effects.map(({ channel, target, now, after }) => ({
    channel,
    target,
    now: renderOptionalReference(now),
    // biome-ignore lint/suspicious/noThenProperty: the contract has this member, and it isn't a function.
    then: renderOptionalReference(after),
  })),
  warnings,
  reach: { ...reach, checkShare: reach.checkShare ?? null },
  cachedForSeconds: isCached ? cachedForSeconds : 0,
});

/** A public response without Date and connection headers. */
export const renderPreparedResponse = ({ head, body }: PreparedResponse): api.ExplainedResponse => {
  const { status, headers } = head;
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
  return {
    status: status === 204 ? 204 : 200,
    headers: Object.fromEntries(pairs),
    body: status === 204 ? null : bytes.toString(),
  };
};
