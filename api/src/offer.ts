import { type Static, Type } from 'typebox';
import { exampleEffects, exampleExplanation, exampleFeedListing, exampleOffer } from './example.ts';
import { Instant, Nullable } from './field.ts';
import { Release } from './release.ts';
import { Warning } from './warning.ts';

/** The current offer for clients of one channel and target. */
export const Offer = Type.Object(
  {
    channel: Type.String(),
    target: Type.String(),
    version: Type.String(),
    releaseId: Type.String(),
    publishedAt: Instant,
    newest: Type.Boolean({ description: 'False if another target of the channel gets a newer release.' }),
    releaseChannel: Type.Optional(
      Type.String({
        description: 'Channel of the release, if it comes from `alsoOffers`.',
      }),
    ),
    rollout: Type.Optional(
      Type.Object(
        {
          version: Type.String(),
          releaseId: Type.String(),
          publishedAt: Instant,
          percent: Type.Number(),
        },
        { description: 'What clients included in a rollout get instead, if any.' },
      ),
    ),
  },
  { $id: 'Offer', examples: [exampleOffer] },
);
export type Offer = Static<typeof Offer>;

/** The actions that have a preview. */
export const EffectVerb = Type.Enum(['publish', 'withdraw', 'restore', 'prune'] as const);
export type EffectVerb = Static<typeof EffectVerb>;

const Offered = Nullable(Type.Object({ version: Type.String(), releaseId: Type.String() }));

/** The offer for one channel and target, before and after. */
export const Effect = Type.Object({
  channel: Type.String(),
  target: Type.String(),
  now: Offered,
  // biome-ignore lint/suspicious/noThenProperty: what comes afterwards is called so in the contract, and is no function.
  then: Offered,
});
export type Effect = Static<typeof Effect>;

/** A preview of how an action on a release affects its clients. */
export const Effects = Type.Object(
  {
    verb: EffectVerb,
    effects: Type.Array(Effect),
    warnings: Type.Array(Warning),
    reach: Type.Object({
      downloads: Type.Integer({ description: 'In the last 400 days.' }),
      downloads24h: Type.Integer({ description: 'Approximate, in the last 24 hours.' }),
      checkShare: Nullable(
        Type.Number({
          description: 'Share of checks from this release since yesterday, 0 to 1; null if there were none.',
        }),
      ),
    }),
    cachedForSeconds: Type.Integer({
      description: 'How long caches may serve the current offer; 0 if responses are private.',
    }),
  },
  { $id: 'Effects', examples: [exampleEffects] },
);
export type Effects = Static<typeof Effects>;

/** The check response, byte for byte. */
export const ExplainedResponse = Type.Object({
  status: Type.Enum([200, 204] as const),
  headers: Type.Record(Type.String(), Type.String()),
  body: Nullable(Type.String()),
});
export type ExplainedResponse = Static<typeof ExplainedResponse>;

/** The response that a client would get and the reason, from the same function that answers the check. */
export const Explanation = Type.Object(
  {
    outcome: Type.Enum(['update', 'none'] as const),
    release: Nullable(Release),
    url: Type.Optional(Type.String()),
    client: Type.Optional(
      Type.Object(
        {
          by: Type.Enum(['id', 'network', 'none'] as const),
          position: Nullable(Type.Number({ description: 'Rollout bucket, in percent.' })),
        },
        { description: 'How the client is bucketed in `rollout`. Set only with it.' },
      ),
    ),
    rollout: Type.Optional(
      Type.Object(
        {
          releaseId: Type.String(),
          version: Type.String(),
          percent: Type.Number(),
          state: Type.String(),
          admittedBy: Nullable(Type.String()),
        },
        {
          description:
            'The newest unfinished rollout that affects this client. Absent if it gets or has a newer release, or its version, key or target excludes it.',
        },
      ),
    ),
    considered: Type.Array(
      Type.Object({
        version: Type.String(),
        verdict: Type.String(),
        reason: Type.String(),
        channel: Type.Optional(Type.String({ description: 'Set if it is not the requested channel.' })),
        withdrawn: Type.Optional(
          Type.Object(
            { by: Nullable(Type.String()), at: Nullable(Type.String()), reason: Nullable(Type.String()) },
            { description: 'Who withdrew the release, when and why. Set if the verdict is `withdrawn`.' },
          ),
        ),
      }),
    ),
    answer: Type.Optional(ExplainedResponse),
  },
  { $id: 'Explanation', examples: [exampleExplanation] },
);
export type Explanation = Static<typeof Explanation>;

/** An address that serves an updater, and its current offer. */
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
