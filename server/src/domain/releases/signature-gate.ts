import { isMain } from '../model/artifact.ts';
import { type Fault, Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { SigningRules } from '../model/signing-key.ts';
import { isFatalSignatureFault, signatureFaults } from '../signatures/faults.ts';
import { isCheckedByAllKeys, readSignatureClaim } from '../signatures/judging.ts';
import type { PreviousRelease } from '../signatures/stranding.ts';

/* The signature gate: what an app demands of the signatures of what is published. Companions are proven by their hash. */

/** A release that is about to be published after another. */
export type ReleaseWithPrevious = ReleaseWithArtifacts & { before?: PreviousRelease | undefined };

/** What keeps a release from being published. */
export const fatalSignatureFaults = (release: ReleaseWithPrevious, rules: SigningRules): Fault[] =>
  release.artifacts.filter(isMain).flatMap((artifact) =>
    signatureFaults(artifact, rules, release)
      .filter((fault) => isFatalSignatureFault(fault, rules))
      .map(({ code, detail }) => ({ pointer: `/artifacts/${artifact.target}`, code, detail })),
  );

/** Refuses what has such faults: 'signature-rejected'. */
export const rejectSignatures = (faults: readonly Fault[]): void => {
  if (faults.length === 0) return;
  const artifacts = new Set(faults.map(({ pointer }) => pointer)).size;
  const whose = artifacts === 1 ? 'One signature is' : `${artifacts} signatures are`;
  throw new Refusal(
    'signature-rejected',
    `${whose} not what this app requires; sign again, declare the artifact with the new signature and publish again. Nothing was changed.`,
    faults,
  );
};

/**
 * Judges a release once more at the moment it is published, by the policy and the keys of that moment. False where a
 * signature was never judged with the bytes: keys or policy are other ones than when they were read.
 */
export const passesSignatureGate = (
  release: ReleaseWithPrevious,
  rules: SigningRules | undefined,
): boolean => {
  if (rules === undefined) return true;
  rejectSignatures(fatalSignatureFaults(release, rules));
  return release.artifacts.filter(isMain).every((artifact) => {
    const claim = readSignatureClaim(artifact, rules, artifact.verdict?.signedBy?.id);
    return 'code' in claim || isCheckedByAllKeys(artifact, claim);
  });
};
