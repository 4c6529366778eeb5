import { type Artifact, blobContentOf, isMain } from '../model/artifact.ts';
import { type SigningRules, signingRulesOf } from '../model/signing-key.ts';
import type { AppChanges, Apps } from '../ports/apps.ts';
import type { ArtifactChanges, Artifacts } from '../ports/artifacts.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';
import type { Transactions } from '../ports/transactions.ts';
import {
  findSigner,
  hashesForClaim,
  isCheckedByAllKeys,
  makeSignatureVerdict,
  readSignatureClaim,
  type SignatureClaim,
} from '../signatures/identify-signer.ts';

/*
 * Re-reads stored bytes, a few at a time, and verifies them. The same pass checks signatures: verified ones must still
 * verify, and those published before a matching key existed are verified now.
 */

export type ScrubTx = Pick<AppChanges, 'lockApp' | 'raiseGeneration'> &
  Pick<ArtifactChanges, 'saveSignatureVerdict'>;

export interface ScrubDeps {
  store: Artifacts & Apps & SigningKeys & Transactions<ScrubTx>;
  blobs: Pick<StoredBytes, 'name' | 'scrub'>;
}

export interface ScrubResult {
  /** Artifact IDs with missing or changed bytes, or with a signature that no longer verifies. */
  damaged: string[];
  next: string | undefined;
}

/** The signature check for one artifact. */
interface Task {
  app: string;
  rules: SigningRules;
  /** Undefined if it verified once but can no longer be parsed. */
  claim: SignatureClaim | undefined;
  wasProven: boolean;
}

export const createScrub = ({ store, blobs }: ScrubDeps) => {
  const rulesFor = async (slug: string): Promise<SigningRules | undefined> => {
    const [app, keys] = await Promise.all([store.findApp(slug), store.listSigningKeys(slug)]);
    // Ignores what today's clients can read, since the signature is as old as its release.
    return app && signingRulesOf({ ...app, adapter: '' }, keys);
  };

  const taskOf = async (artifact: Artifact): Promise<Task | undefined> => {
    if (!isMain(artifact) || artifact.signature === undefined) return undefined;
    const app = (await store.findArtifactStates([artifact.id])).get(artifact.id)?.app;
    const rules = app === undefined ? undefined : await rulesFor(app);
    if (app === undefined || rules === undefined) return undefined;
    const signedBy = artifact.verdict?.signedBy;
    // A verified signature must still match its own key, however many keys the app has since.
    const keys = signedBy === undefined ? rules.keys : rules.keys.filter(({ id }) => id === signedBy.id);
    const wasProven = signedBy !== undefined;
    // Published files are verified by their bytes, even if new ones of this kind are no longer accepted.
    const claim = readSignatureClaim(wasProven ? { signature: artifact.signature } : artifact, {
      ...rules,
      keys,
    });
    if ('code' in claim) return wasProven ? { app, rules, claim: undefined, wasProven } : undefined;
    return wasProven || !isCheckedByAllKeys(artifact, claim) ? { app, rules, claim, wasProven } : undefined;
  };

  const keep = (
    artifact: Artifact,
    app: string,
    verdict: ReturnType<typeof makeSignatureVerdict>,
  ): Promise<void> =>
    store.transaction(async (tx) => {
      await tx.lockApp(app);
      // Servers cache the verdict, so the site must reload.
      if (await tx.saveSignatureVerdict(artifact.id, artifact, verdict)) await tx.raiseGeneration(app);
    });

  const isRight = async (artifact: Artifact): Promise<boolean> => {
    const content = blobContentOf(artifact);
    const task = await taskOf(artifact);
    if (task?.claim === undefined)
      return (await blobs.scrub(content)) !== undefined && task?.wasProven !== true;
    const { app, rules, claim, wasProven } = task;
    const digests = await blobs.scrub(content, hashesForClaim(claim));
    if (digests === undefined) return false;
    const signer = findSigner(claim, digests);
    if (wasProven) return signer !== undefined;
    await keep(artifact, app, makeSignatureVerdict(rules, signer));
    return true;
  };

  /** Returns the damaged artifacts and the ID to continue after. */
  return async (after: string, limit: number): Promise<ScrubResult> => {
    const artifacts = await store.listStored(after, limit);
    const damaged: string[] = [];
    for (const artifact of artifacts) {
      if (artifact.stored?.store !== blobs.name || (await isRight(artifact))) continue;
      // An artifact pruned in the meantime is not damaged.
      const now = (await store.findArtifactStates([artifact.id])).get(artifact.id);
      if (now?.state === 'active') damaged.push(artifact.id);
    }
    return { damaged, next: artifacts.length < limit ? undefined : artifacts.at(-1)?.id };
  };
};
