import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { Nullable, Omittable, Reason, Target, Version } from './field.ts';

/* Limits which clients may get a release, independent of its rollout. */

export const Milestone = Type.Object(
  { reason: Reason },
  {
    additionalProperties: false,
    description:
      'No client skips it: older ones get this release first, then what comes after. `reason` says why.',
  },
);
export type Milestone = Static<typeof Milestone>;

const Except = Type.Array(Version, {
  maxItems: fieldBounds.exceptVersions,
  description: `Clients of these versions are not offered it; at most ${fieldBounds.exceptVersions}.`,
});
const HeldTargets = Type.Array(Target, {
  maxItems: fieldBounds.artifacts,
  description: `It is not offered to these targets for now; at most ${fieldBounds.artifacts}.`,
});
const isCritical = 'Whether clients older than it must not put it off.';

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
        description: 'Whom it may follow: no client older than `atLeast`, none of a version in `except`.',
      },
    ),
  ),
  heldTargets: Omittable(HeldTargets),
};
