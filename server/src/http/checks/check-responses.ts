import type { Decision } from '../../domain/decision/decide.ts';
import type { OfferCounter } from '../../domain/fleet/counters/counter.ts';
import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type { Offer } from '../../domain/model/offer.ts';
import { type CacheScope, type PreparedResponse, prepareResponse } from '../response/response.ts';

/* Check responses, rendered once per offer and kept with their channel and target. */

/** `misnamed`: the channel has the target, but under another name than the client uses. */
export type CheckOutcome = 'update' | 'up-to-date' | 'nothing' | 'misnamed';

export interface CheckResponse {
  readonly outcome: CheckOutcome;
  readonly answer: PreparedResponse;
  /** Set if the offered release has an unfinished rollout. */
  readonly offerCounter?: OfferCounter | undefined;
}

export interface CheckResponses {
  readonly none: CheckResponse;
  updateOf(offer: Offer, isCritical: boolean): CheckResponse;
}

export const makeCheckResponse = (
  outcome: CheckOutcome,
  rendered: RenderedResponse,
  caching: CacheScope,
): CheckResponse => ({
  outcome,
  answer: prepareResponse(rendered, caching),
});

/**
 * Renders lazily, because plans may have hundreds of offers and clients request few. Critical updates are rendered
 * separately if the adapter marks them.
 */
export const createUpdateResponses = (
  render: (offer: Offer, isCritical: boolean) => CheckResponse,
  rendersCritical: boolean,
): CheckResponses['updateOf'] => {
  const [plain, critical] = [new Map<Offer, CheckResponse>(), new Map<Offer, CheckResponse>()];
  return (offer, isCritical) => {
    const updates = rendersCritical && isCritical ? critical : plain;
    const response = updates.get(offer) ?? render(offer, isCritical);
    updates.set(offer, response);
    return response;
  };
};

export const responseFor = (
  { none, updateOf }: CheckResponses,
  chosen: Decision | undefined,
): CheckResponse => (chosen?.isNewer === true ? updateOf(chosen.offer, chosen.isCritical) : none);
