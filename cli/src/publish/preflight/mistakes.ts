import type { Mistake } from '@slipway/build-files/mistake.ts';
import { findMistakes as findIn } from '@slipway/build-files/mistakes.ts';
import { toolMistakes } from '@slipway/build-files/tool-mistakes.ts';
import { isPrivateKey } from '../../signing/private-key.ts';
import type { Plan } from '../plan/plan.ts';
import { channelMistakes } from './channel-mistakes.ts';

/** Finds every mistake that needs no server. */
export const findMistakes = (plan: Plan): Mistake[] => [
  ...findIn(plan, isPrivateKey),
  ...plan.items.flatMap(toolMistakes),
  ...channelMistakes(plan),
];
