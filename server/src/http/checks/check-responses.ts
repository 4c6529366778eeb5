import type { Chosen } from '../../domain/decision/decide.ts';
import type { Tally } from '../../domain/fleet/counters/counter.ts';
import type { Rendered } from '../../domain/model/adapter.ts';
import type { Offer } from '../../domain/model/offer.ts';
import { type Answer, type Caching, makeAnswer } from '../response/response.ts';

/* The responses of a check: rendered once for each offer, and kept with their channel and target. */

/** `misnamed` is nothing, too: the channel has the place, under another name than the client asks for. */
export type CheckOutcome = 'update' | 'up-to-date' | 'nothing' | 'misnamed';

/** What a client is answered, and what that means for it. */
export interface Decided {
  readonly outcome: CheckOutcome;
  readonly answer: Answer;
  /** Set where the release that is offered has a rollout that is not done. */
  readonly offered?: Tally | undefined;
}

/** The responses of one channel and target. */
export interface Responses {
  readonly none: Decided;
  updateOf(offer: Offer, isCritical: boolean): Decided;
}

export const decidedOf = (outcome: CheckOutcome, rendered: Rendered, caching: Caching): Decided => ({
  outcome,
  answer: makeAnswer(rendered, caching),
});

/**
 * Plans may hold hundreds of offers, of which few are asked for: each is rendered when it first is, and once more for
 * clients who must not put it off, where they are told so.
 */
export const createUpdates = (
  render: (offer: Offer, isCritical: boolean) => Decided,
  tellsCritical: boolean,
): Responses['updateOf'] => {
  const [plain, critical] = [new Map<Offer, Decided>(), new Map<Offer, Decided>()];
  return (offer, isCritical) => {
    const updates = tellsCritical && isCritical ? critical : plain;
    const known = updates.get(offer) ?? render(offer, isCritical);
    updates.set(offer, known);
    return known;
  };
};

/** The response for what was chosen. */
export const respond = ({ none, updateOf }: Responses, chosen: Chosen | undefined): Decided =>
  chosen?.isNewer === true ? updateOf(chosen.offer, chosen.isCritical) : none;
