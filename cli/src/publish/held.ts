import type { Artifact, Release } from '@slipway/api';
import type { AllowableCode, Mistake, Plan } from './plan.ts';
import { signatureFault, signedVersion } from './signature.ts';

/* What a release holds already and this run leaves as it is: the work of earlier runs and of other jobs. */

/** The artifacts of a release that the plan does not replace. */
export const heldBeside = (plan: Plan, existing: Release | undefined): Artifact[] => {
  const planned = new Set(plan.items.map(({ target }) => target));
  return (existing?.artifacts ?? [])
    .filter(({ target }) => !planned.has(target))
    .sort((a, b) => (a.target < b.target ? -1 : 1));
};

/** Whether the bytes of an artifact are there, and not merely announced. */
export const isUploaded = ({ uploadedAt }: Artifact): boolean => uploadedAt !== null;

const signatureMistake = ({ target, signature }: Artifact, version: string): Mistake | undefined => {
  const doubtful = (code: AllowableCode, why: string): Mistake => ({
    code,
    detail: `${target} is in the draft already, ${why}. Upload it again with its .sig file.`,
    allowable: true,
  });
  if (signature === null)
    return doubtful('signature-missing', 'without a signature: Tauri’s clients refuse it');
  const fault = signatureFault(signature);
  if (fault !== undefined)
    return doubtful('signature-unreadable', `with a signature that clients cannot read: ${fault}`);
  const signed = signedVersion(signature);
  if (signed === undefined || signed === version) return undefined;
  return doubtful('signature-version-differs', `with a signature for version ${signed}: clients refuse it`);
};

/** What is wrong with artifacts that are there already; whoever uploaded them may have allowed it, who publishes has not. */
export const findHeldMistakes = (held: Artifact[], version: string, adapter: string): Mistake[] =>
  adapter === 'tauri' ? held.flatMap((artifact) => signatureMistake(artifact, version) ?? []) : [];

/** What to do about targets whose uploads someone else has begun. */
export const unfinished = (targets: string[]): string =>
  `Not all of ${targets.join(', ')} has arrived: wait for the job that uploads it, or run that job again.`;
