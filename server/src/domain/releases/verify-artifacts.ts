import { type Artifact, isMain, orphanedCompanions, uploadContentOf } from '../model/artifact.ts';
import { type Fault, Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { SignatureVerdict } from '../model/signature-verdict.ts';
import type { SigningRules } from '../model/signing-key.ts';
import type { AppChanges } from '../ports/apps.ts';
import type { ArtifactChanges } from '../ports/artifacts.ts';
import type { Transactions } from '../ports/transactions.ts';
import type { Uploads, VerifiedUpload, VerifyFault } from '../ports/uploads.ts';
import {
  findSigner,
  hashesForClaim,
  makeSignatureVerdict,
  readSignatureClaim,
  type SignatureClaim,
  type SignatureObstacle,
} from '../signatures/identify-signer.ts';
import { fatalSignatureFaults, type ReleaseWithPrevious, rejectSignatures } from './signature-gate.ts';

/*
 * Reads each artifact once before publishing, to verify size and hashes and to compute the hashes for signatures. Each
 * verdict is stored at once, so that an interrupted publish resumes with the next artifact.
 */

const readAtOnce = 2;

const faultText: Record<VerifyFault, string> = {
  missing: 'was not uploaded',
  'size-differs': 'was uploaded with a different size than declared',
  'hash-differs': 'was uploaded with a different SHA-256 than declared',
  'sha512-differs': 'has a different SHA-512 than declared',
  'sha1-differs': 'has a different SHA-1 than declared',
};

/** Companions without their main artifact, which no client could find. */
const orphanFaults = ({ artifacts }: ReleaseWithArtifacts): Fault[] =>
  orphanedCompanions(artifacts).map(({ target, companionOf }) => ({
    pointer: `/artifacts/${target}`,
    code: 'main-missing',
    detail: `${target} is a companion of ${companionOf}, which is missing from the release.`,
  }));

const faultOf = ({ target }: Artifact, code: VerifyFault): Fault => ({
  pointer: `/artifacts/${target}`,
  code,
  detail: `${target} ${faultText[code]}.`,
});

/** The signature check still to do; undefined if it is done. */
const openClaim = (
  artifact: Artifact,
  rules: SigningRules,
): SignatureClaim | SignatureObstacle | undefined => {
  if (!isMain(artifact)) return undefined;
  const { verdict } = artifact;
  const claim = readSignatureClaim(artifact, rules, verdict?.signedBy?.id);
  if ('code' in claim) return verdict === undefined ? claim : undefined;
  return verdict?.signedBy === undefined ? claim : undefined;
};

interface Checked {
  artifact: Artifact;
  result: VerifiedUpload | VerifyFault;
}

export interface ArtifactVerifierDeps {
  store: Transactions<Pick<AppChanges, 'lockApp'> & Pick<ArtifactChanges, 'saveSignatureVerdict'>>;
  blobs: Pick<Uploads, 'verify'>;
}

export const createArtifactVerifier = ({ store, blobs }: ArtifactVerifierDeps) => {
  const keep = (app: string, artifact: Artifact, verdict: SignatureVerdict): Promise<boolean> =>
    store.transaction(async (tx) => {
      await tx.lockApp(app);
      return tx.saveSignatureVerdict(artifact.id, artifact, verdict);
    });

  const verifySignedUpload = async (artifact: Artifact, claim: SignatureClaim, rules: SigningRules) => {
    const result = await blobs.verify(uploadContentOf(artifact), hashesForClaim(claim));
    const signer = typeof result === 'string' ? undefined : findSigner(claim, result.extraDigests);
    return { result, verdict: makeSignatureVerdict(rules, signer) };
  };

  const verifyOne = async (
    app: string,
    artifact: Artifact,
    rules: SigningRules | undefined,
  ): Promise<Checked> => {
    const claim = rules && openClaim(artifact, rules);
    const { result, verdict } =
      rules === undefined || claim === undefined || 'code' in claim
        ? {
            result: await blobs.verify(uploadContentOf(artifact)),
            verdict: rules && claim && makeSignatureVerdict(rules, undefined),
          }
        : await verifySignedUpload(artifact, claim, rules);
    if (typeof result === 'string' || verdict === undefined) return { artifact, result };
    await keep(app, artifact, verdict);
    return { artifact: { ...artifact, verdict }, result };
  };

  const verifyEach = async (
    { app, artifacts }: ReleaseWithArtifacts,
    rules: SigningRules | undefined,
  ): Promise<Checked[]> => {
    const all: Checked[] = [];
    const waiting = artifacts.entries();
    const work = async (): Promise<void> => {
      for (const [index, artifact] of waiting) all[index] = await verifyOne(app, artifact, rules);
    };
    // Waits for all readers, so that none is running when the request ends.
    const results = await Promise.allSettled(Array.from({ length: readAtOnce }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return all;
  };

  /** Throws with all faults at once. */
  return async (
    draft: ReleaseWithPrevious,
    rules: SigningRules | undefined,
  ): Promise<Map<string, VerifiedUpload>> => {
    const all = await verifyEach(draft, rules);
    const uploads = [
      ...orphanFaults(draft),
      ...all.flatMap(({ artifact, result }) =>
        typeof result === 'string' ? [faultOf(artifact, result)] : [],
      ),
    ];
    const artifacts = all.map(({ artifact }) => artifact);
    const signatures = rules === undefined ? [] : fatalSignatureFaults({ ...draft, artifacts }, rules);
    if (uploads.length > 0) {
      const targets = uploads.length === 1 ? 'One artifact is' : `${uploads.length} artifacts are`;
      throw new Refusal(
        'uploads-incomplete',
        `${targets} missing or different from the declaration; see \`errors\`. Upload again, then publish. Nothing was changed.`,
        [...uploads, ...signatures],
      );
    }
    rejectSignatures(signatures);
    return new Map(
      all.flatMap(({ artifact, result }) => (typeof result === 'string' ? [] : [[artifact.id, result]])),
    );
  };
};
