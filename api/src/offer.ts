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
    client: Type.Optional(
      Type.Object(
        {
          by: Type.Enum(['id', 'network', 'none'] as const),
          position: Nullable(
            Type.Number({ description: 'Its place in the order of the rollout, in percent.' }),
          ),
        },
        { description: 'By what the client is counted, where a rollout is not done.' },
      ),
    ),
    rollout: Type.Optional(
      Type.Object(
        {
          releaseId: Type.String(),
          percent: Type.Number(),
          state: Type.String(),
          admittedBy: Nullable(Type.String()),
        },
        { description: 'The newest rollout that is not done, where there is one.' },
      ),
    ),
    considered: Type.Array(
      Type.Object({
        version: Type.String(),
        verdict: Type.String(),
        reason: Type.String(),
        channel: Type.Optional(Type.String({ description: 'Where it is not the one that was asked for.' })),
      }),
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
