import type { Release } from '@slipway/api';
import { oneLine } from '../terminal/plain-text.ts';

/** One sentence per rule that limits which clients get a release; empty if there is none. */
export const policyLines = ({ milestone, critical, from, heldTargets = [] }: Release): string[] => [
  ...(milestone === undefined ? [] : [`Milestone: ${oneLine(milestone.reason)}`]),
  ...(critical === true ? ['Critical: older clients shouldn’t postpone it.'] : []),
  ...(from?.atLeast ? [`Not offered to clients older than ${from.atLeast}.`] : []),
  ...(from === undefined || from.except.length === 0
    ? []
    : [`Not offered to clients on ${from.except.join(', ')}.`]),
  ...(heldTargets.length === 0 ? [] : [`Held targets: ${heldTargets.join(', ')}`]),
];
