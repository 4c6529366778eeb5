import type { Decision } from '../../domain/decision/decide.ts';
import type { OfferCounter } from '../../domain/fleet/counters/counter.ts';
import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type { Offer } from '../../domain/model/offer.ts';
import { type CacheScope, type PreparedResponse, prepareResponse } from '../response/response.ts';

/* The responses of a check: rendered once for each offer, and kept with their channel and target. */

/** `misnamed` is nothing, too: the channel has the place, under another name than the client asks for. */
export type CheckOutcome = 'update' | 'up-to-date' | 'nothing' | 'misnamed';

/** What a client is answered, and what that means for it. */
export interface CheckResponse {
  readonly outcome: CheckOutcome;
  readonly answer: PreparedResponse;
  /** Set where the release that is offered has a rollout that is not done. */
  readonly offered?: OfferCounter | undefined;
}

/** The responses of one channel and target. */
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
 * Plans may hold hundreds of offers, of which few are asked for: each is rendered when it first is, and once more for
 * clients who must not put it off, where they are told so.
 */
export const createUpdateResponses = (
  render: (offer: Offer, isCritical: boolean) => CheckResponse,
  tellsCritical: boolean,
): CheckResponses['updateOf'] => {
  const [plain, critical] = [new Map<Offer, CheckResponse>(), new Map<Offer, CheckResponse>()];
  return (offer, isCritical) => {
    const updates = tellsCritical && isCritical ? critical : plain;
    const known = updates.get(offer) ?? render(offer, isCritical);
    updates.set(offer, known);
    return known;
  };
};

/** The response for what was chosen. */
export const responseFor = (
  { none, updateOf }: CheckResponses,
  chosen: Decision | undefined,
): CheckResponse => (chosen?.isNewer === true ? updateOf(chosen.offer, chosen.isCritical) : none);
