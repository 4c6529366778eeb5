import { isMain } from '../model/artifact.ts';
import { type Fault, Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { SigningRules } from '../model/signing-key.ts';
import { isCheckedByAllKeys, readSignatureClaim } from '../signatures/identify-signer.ts';
import type { PreviousRelease } from '../signatures/key-rotation.ts';
import { isFatalSignatureFault, signatureFaults } from '../signatures/signature-faults.ts';

/* Enforces an app's signature policy at publish. Companions need no signature; their hash covers them. */

export type ReleaseWithPrevious = ReleaseWithArtifacts & { before?: PreviousRelease | undefined };

/** Faults that block publishing. */
export const fatalSignatureFaults = (release: ReleaseWithPrevious, rules: SigningRules): Fault[] =>
  release.artifacts.filter(isMain).flatMap((artifact) =>
    signatureFaults(artifact, rules, release)
      .filter((fault) => isFatalSignatureFault(fault, rules))
      .map(({ code, detail }) => ({ pointer: `/artifacts/${artifact.target}`, code, detail })),
  );

/** Throws 'signature-rejected'. */
export const rejectSignatures = (faults: readonly Fault[]): void => {
  if (faults.length === 0) return;
  const artifacts = new Set(faults.map(({ pointer }) => pointer)).size;
  const whose = artifacts === 1 ? 'One signature was' : `${artifacts} signatures were`;
  throw new Refusal(
    'signature-rejected',
    `${whose} rejected; see \`errors\`. Sign again, declare the artifact with the new signature and publish. Nothing was changed.`,
    faults,
  );
};

/**
 * Checks again in the publish transaction, with its policy and keys. False if a signature was not verified against the
 * bytes because keys or policy have changed since.
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
