import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { Nullable, Omittable, Reason, Target, Version } from './field.ts';

/* Limits which clients may get a release, independent of its rollout. */

export const Milestone = Type.Object(
  { reason: Reason },
  {
    additionalProperties: false,
    description: 'Clients can’t skip it: older clients install it before anything newer. `reason` says why.',
  },
);
export type Milestone = Static<typeof Milestone>;

const Except = Type.Array(Version, {
  maxItems: fieldBounds.exceptVersions,
  description: `Versions whose clients don’t get it; at most ${fieldBounds.exceptVersions}.`,
});
const HeldTargets = Type.Array(Target, {
  maxItems: fieldBounds.artifacts,
  description: `Targets that don’t get it for now; at most ${fieldBounds.artifacts}.`,
});
const isCritical = 'Tells older clients not to postpone it.';

/** Fields that control which clients get a release; each is present only if set. */
export const policyMembers = {
  milestone: Type.Optional(Milestone),
  critical: Type.Optional(Type.Boolean({ description: isCritical })),
  from: Type.Optional(Type.Object({ atLeast: Nullable(Version), except: Except })),
  heldTargets: Type.Optional(HeldTargets),
};

/** The fields that a PATCH may change; null unsets one. */
export const policyChanges = {
  milestone: Omittable(Milestone),
  critical: Omittable(Type.Boolean({ description: isCritical })),
  from: Omittable(
    Type.Object(
      { atLeast: Omittable(Version), except: Omittable(Except) },
      {
        additionalProperties: false,
        description: 'Versions it can follow: none older than `atLeast`, none in `except`.',
      },
    ),
  ),
  heldTargets: Omittable(HeldTargets),
};
