import { type Static, Type } from 'typebox';
import { exampleExplanation } from './example.ts';
import { Nullable } from './field.ts';
import { Release } from './release.ts';

/** What a client would get and why, from the function that answers the check. */
export const Explanation = Type.Object(
  {
    outcome: Type.Enum(['update', 'none'] as const),
    release: Nullable(Release),
    considered: Type.Array(
      Type.Object({ version: Type.String(), verdict: Type.String(), reason: Type.String() }),
    ),
  },
  { $id: 'Explanation', examples: [exampleExplanation] },
);
export type Explanation = Static<typeof Explanation>;
