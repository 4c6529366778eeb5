import { type Static, Type } from 'typebox';
import { exampleExplanation, exampleFeedListing } from './example.ts';
import { Nullable } from './field.ts';
import { Release } from './release.ts';

/** What a client would get and why, from the function that answers the check. */
export const Explanation = Type.Object(
  {
    outcome: Type.Enum(['update', 'none'] as const),
    release: Nullable(Release),
    url: Type.Optional(Type.String()),
    considered: Type.Array(
      Type.Object({ version: Type.String(), verdict: Type.String(), reason: Type.String() }),
    ),
  },
  { $id: 'Explanation', examples: [exampleExplanation] },
);
export type Explanation = Static<typeof Explanation>;

/** An address at which an updater is served, and what is offered there now. */
export const FeedListing = Type.Object(
  {
    feed: Type.String(),
    client: Type.String(),
    channel: Type.String(),
    setting: Type.String(),
    url: Type.String(),
    version: Nullable(Type.String()),
  },
  { $id: 'FeedListing', examples: [exampleFeedListing] },
);
export type FeedListing = Static<typeof FeedListing>;
