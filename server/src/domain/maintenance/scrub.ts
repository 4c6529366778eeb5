import { type Artifact, blobContentOf, isMain } from '../model/artifact.ts';
import { type SigningRules, signingRulesOf } from '../model/signing-key.ts';
import type { Apps } from '../ports/apps.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { Transactions } from '../ports/store.ts';
import {
  findSigner,
  hashesForClaim,
  isCheckedByAllKeys,
  makeSignatureVerdict,
  readSignatureClaim,
  type SignatureClaim,
} from '../signatures/judging.ts';

/*
 * Kept bytes are read through, a few at a time, and compared. The same reading judges signatures: those that were proven
 * must still hold, and those that no key was there for, or that were published before there were keys, are judged now.
 */

export interface ScrubDeps {
  store: Artifacts & Apps & SigningKeys & Transactions;
  blobs: Pick<Blobs, 'name' | 'scrub'>;
}

export interface ScrubResult {
  /** Ids of artifacts whose bytes are gone or others, or whose signature no longer holds. */
  damaged: string[];
  next: string | undefined;
}

/** What a reading has to show of an artifact's signature. */
interface Task {
  app: string;
  rules: SigningRules;
  /** Undefined where it was proven once and cannot even be read any more. */
  claim: SignatureClaim | undefined;
  wasProven: boolean;
}

/** Makes the reader of what is kept. */
export const createScrub = ({ store, blobs }: ScrubDeps) => {
  const rulesFor = async (slug: string): Promise<SigningRules | undefined> => {
    const [app, keys] = await Promise.all([store.findApp(slug), store.listSigningKeys(slug)]);
    // Whatever the clients of today can read: the signature is as old as its release.
    return app && signingRulesOf({ ...app, adapter: '' }, keys);
  };

  const taskOf = async (artifact: Artifact): Promise<Task | undefined> => {
    if (!isMain(artifact) || artifact.signature === undefined) return undefined;
    const app = (await store.findArtifactStates([artifact.id])).get(artifact.id)?.app;
    const rules = app === undefined ? undefined : await rulesFor(app);
    if (app === undefined || rules === undefined) return undefined;
    const signedBy = artifact.verdict?.signedBy;
    // Whose it was it must still be, however many keys the app has had since.
    const keys = signedBy === undefined ? rules.keys : rules.keys.filter(({ id }) => id === signedBy.id);
    const wasProven = signedBy !== undefined;
    // What was published is judged by its bytes, whatever is no longer accepted of new ones.
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
      // Whoever answers the public has it from memory, which is loaded anew.
      if (await tx.keepVerdict(artifact.id, artifact, verdict)) await tx.raiseGeneration(app);
    });

  const isRight = async (artifact: Artifact): Promise<boolean> => {
    const content = blobContentOf(artifact);
    const task = await taskOf(artifact);
    if (task?.claim === undefined)
      return (await blobs.scrub(content)) !== undefined && task?.wasProven !== true;
    const { app, rules, claim, wasProven } = task;
    const seen = await blobs.scrub(content, hashesForClaim(claim));
    if (seen === undefined) return false;
    const signer = findSigner(claim, seen);
    if (wasProven) return signer !== undefined;
    await keep(artifact, app, makeSignatureVerdict(rules, signer));
    return true;
  };

  /** Reads kept bytes through, a few at a time; answers with what is damaged and where to go on. */
  return async (after: string, limit: number): Promise<ScrubResult> => {
    const artifacts = await store.listKept(after, limit);
    const damaged: string[] = [];
    for (const artifact of artifacts) {
      if (artifact.kept?.store !== blobs.name || (await isRight(artifact))) continue;
      // Pruned between the two looks is gone by right, not damaged.
      const now = (await store.findArtifactStates([artifact.id])).get(artifact.id);
      if (now?.state === 'active') damaged.push(artifact.id);
    }
    return { damaged, next: artifacts.length < limit ? undefined : artifacts.at(-1)?.id };
  };
};
