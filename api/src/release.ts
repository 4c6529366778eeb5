import { type Static, Type } from 'typebox';
import { Artifact, ArtifactDeclaration } from './artifact.ts';
import { fieldBounds } from './bounds.ts';
import {
  examplePromotion,
  exampleRelease,
  exampleReleaseChange,
  exampleReleaseCreation,
  exampleReleaseReview,
  exampleReview,
  exampleWithdrawal,
} from './example.ts';
import { ChannelName, DateTimeInput, Instant, Notes, Nullable, Omittable, Reason, Version } from './field.ts';
import { policyChanges, policyMembers } from './policy.ts';
import { Via } from './trusted-publisher.ts';
import { Warning } from './warning.ts';

export const ReleaseState = Type.Enum(['draft', 'published', 'withdrawn'] as const);
export type ReleaseState = Static<typeof ReleaseState>;

export const Release = Type.Object(
  {
    id: Type.String(),
    app: Type.String(),
    channel: Type.String(),
    version: Type.String(),
    notes: Type.String(),
    state: ReleaseState,
    pubDate: Instant,
    publishedAt: Nullable(Instant),
    withdrawnAt: Nullable(Instant),
    createdAt: Instant,
    artifacts: Type.Array(Artifact),
    rollout: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(['planned', 'rolling', 'paused', 'done'] as const),
          percent: Type.Number(),
        },
        { description: 'Set if it has a rollout.' },
      ),
    ),
    ...policyMembers,
    publishedVia: Type.Optional(Via),
    publishedBy: Type.Optional(
      Type.String({ description: 'Name of the key that published it, or `admin`.' }),
    ),
    withdrawnBy: Type.Optional(Type.String({ description: 'Who withdrew it. Set while it is withdrawn.' })),
    withdrawReason: Type.Optional(
      Type.String({ description: 'Why it was withdrawn. Set while it is withdrawn.' }),
    ),
    warnings: Type.Optional(
      Type.Array(Warning, {
        description: 'Set by create, publish, withdraw, update and get if there are any; never in lists.',
      }),
    ),
  },
  { $id: 'Release', examples: [exampleRelease] },
);
export type Release = Static<typeof Release>;

export const ReleaseResponse = Type.Object({ release: Release });
export type ReleaseResponse = Static<typeof ReleaseResponse>;

export const ReleaseCreation = Type.Object(
  {
    version: Version,
    channel: Omittable(ChannelName),
    notes: Omittable(Notes),
    pubDate: Omittable(DateTimeInput),
  },
  { additionalProperties: false, examples: [exampleReleaseCreation] },
);
export type ReleaseCreation = Static<typeof ReleaseCreation>;

export const ReleaseChange = Type.Object(
  { notes: Omittable(Notes), ...policyChanges },
  { additionalProperties: false, minProperties: 1, examples: [exampleReleaseChange] },
);
export type ReleaseChange = Static<typeof ReleaseChange>;

export const Promotion = Type.Object(
  { channel: ChannelName, version: Omittable(Version) },
  { additionalProperties: false, examples: [examplePromotion] },
);
export type Promotion = Static<typeof Promotion>;

export const Withdrawal = Type.Object(
  { reason: Reason },
  { additionalProperties: false, examples: [exampleWithdrawal] },
);
export type Withdrawal = Static<typeof Withdrawal>;

/** A release to validate before anything is stored. */
export const ReviewRequest = Type.Object(
  {
    version: Version,
    channel: Omittable(ChannelName),
    artifacts: Type.Array(
      Type.Omit(ArtifactDeclaration, ['version', 'channel'], { additionalProperties: false }),
      {
        maxItems: fieldBounds.artifacts,
        description: `Artifacts as they would be declared, at most ${fieldBounds.artifacts}.`,
      },
    ),
  },
  { additionalProperties: false, examples: [exampleReleaseReview] },
);
export type ReviewRequest = Static<typeof ReviewRequest>;

/** The warnings of publishing it, and the errors of creating, declaring, or publishing it. */
export const Review = Type.Object(
  {
    warnings: Type.Array(Warning),
    errors: Type.Array(Type.Object({ pointer: Type.String(), code: Type.String(), detail: Type.String() })),
  },
  { $id: 'Review', examples: [exampleReview] },
);
export type Review = Static<typeof Review>;

export const ReviewResponse = Type.Object({ review: Review });
export type ReviewResponse = Static<typeof ReviewResponse>;
