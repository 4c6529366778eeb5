import type { Actor, Caller } from './actor.ts';
import type { Adapter } from './adapter.ts';
import { type Artifact, contentOf, type Kept } from './artifact.ts';
import type { ChangeApp } from './change.ts';
import { demandActiveChannel } from './drafting.ts';
import { type Fault, found, Refusal } from './errors.ts';
import type { Instant } from './instant.ts';
import type { Blobs, Verified, VerifyFault } from './ports/blobs.ts';
import type { Store } from './ports/store.ts';
import type { ReleaseWithArtifacts, Warning } from './release.ts';
import { reviewRelease } from './review.ts';

/*
 * A draft becomes public: atomically, verified, once (spec 4.4). First every artifact's bytes are read and compared
 * with what was declared; then they are moved to where downloads read, each bound to what was verified; then one
 * transaction changes the state, only if the draft is still the one that was verified. Whatever dies in between
 * leaves a draft, and doing it again ends the same way.
 */

export interface Published {
  release: ReleaseWithArtifacts;
  warnings: Warning[];
}

const triesWhileDraftChanges = 3;

const faultText: Record<VerifyFault, string> = {
  missing: 'was not uploaded',
  'size-differs': 'was uploaded with another size than declared',
  'hash-differs': 'was uploaded with another SHA-256 than declared',
};

const faultOf = ({ target }: Artifact, code: VerifyFault): Fault => ({
  pointer: `/artifacts/${target}`,
  code,
  detail: `The artifact for ${target} ${faultText[code]}.`,
});

export const createPublishing = (needs: {
  store: Store;
  blobs: Blobs;
  changeApp: ChangeApp;
  adapters: readonly Adapter[];
  onOutcome: (outcome: 'published' | 'repeated' | 'refused') => void;
}) => {
  const { store, blobs, changeApp, adapters, onOutcome } = needs;

  /** Reads every artifact's bytes; refuses with all that is wrong at once. */
  const verifyAll = async (draft: ReleaseWithArtifacts): Promise<Map<string, Verified>> => {
    const verified = new Map<string, Verified>();
    const faults: Fault[] = [];
    for (const artifact of draft.artifacts) {
      const result = await blobs.verify(contentOf(artifact));
      if (typeof result === 'string') faults.push(faultOf(artifact, result));
      else verified.set(artifact.id, result);
    }
    if (faults.length > 0) {
      const targets = faults.length === 1 ? 'One artifact is' : `${faults.length} artifacts are`;
      throw new Refusal(
        'uploads-incomplete',
        `${targets} not as declared; upload what is missing and publish again. Nothing was changed.`,
        faults,
      );
    }
    return verified;
  };

  const keepAll = async (draft: ReleaseWithArtifacts, verified: Map<string, Verified>) => {
    const kept = new Map<string, Kept & { uploadedAt: Instant }>();
    for (const artifact of draft.artifacts) {
      const proof = verified.get(artifact.id);
      if (proof === undefined) continue;
      kept.set(artifact.id, {
        ...(await blobs.keep(contentOf(artifact), proof)),
        uploadedAt: proof.uploadedAt,
      });
    }
    return kept;
  };

  /** True when the draft was published here; false when it changed meanwhile or someone else published it. */
  const commit = async (draft: ReleaseWithArtifacts, verified: Map<string, Verified>, actor: Actor) => {
    const kept = await keepAll(draft, verified);
    return changeApp(draft.app, actor, async (change) => {
      const { tx, at, audit, announce } = change;
      const now = await tx.findRelease(draft.app, draft.id);
      if (now?.state !== 'draft') return false;
      await demandActiveChannel(change, draft.channel);
      const sequence = await announce();
      const done = await tx.publishDraft(draft.id, { revision: draft.revision, at, sequence, kept });
      if (done) await audit('release.publish', draft.id, { channel: draft.channel, version: draft.version });
      return done;
    });
  };

  /** What a publisher should know about a release or draft, judged by the one published before it. */
  const review = async (release: ReleaseWithArtifacts): Promise<Warning[]> => {
    const { app: slug, channel, id, sequence = Number.POSITIVE_INFINITY } = release;
    const app = found(await store.findApp(slug), 'app');
    const published = await store.listPublished(slug, { channel, limit: 100 });
    const before = published.find((other) => other.id !== id && (other.sequence ?? 0) < sequence);
    return reviewRelease(
      release,
      before,
      adapters.find((adapter) => adapter.id === app.adapter),
    );
  };

  const attempt = async (
    { app: slug, actor }: Caller,
    id: string,
  ): Promise<'published' | 'repeated' | 'again'> => {
    const release = found(await store.findRelease(slug, id), 'release');
    if (release.state === 'published') return 'repeated';
    if (release.state === 'withdrawn') {
      throw new Refusal('release-withdrawn', `Release ${id} was withdrawn; restore it to offer it again.`);
    }
    await changeApp(slug, actor, (change) => demandActiveChannel(change, release.channel));
    const verified = await verifyAll(release);
    return (await commit(release, verified, actor)) ? 'published' : 'again';
  };

  /** Spec 4.4. Publishing again answers the same and does nothing twice. */
  const publish = async ({ app: slug, actor }: Caller, id: string): Promise<Published> => {
    try {
      for (let tries = 0; tries < triesWhileDraftChanges; tries++) {
        const outcome = await attempt({ app: slug, actor }, id);
        if (outcome === 'again') continue;
        onOutcome(outcome);
        const release = found(await store.findRelease(slug, id), 'release');
        return { release, warnings: await review(release) };
      }
    } catch (error) {
      if (error instanceof Refusal) onOutcome('refused');
      throw error;
    }
    onOutcome('refused');
    throw new Refusal(
      'draft-changed',
      'The draft was changed while it was being published; publish it again.',
    );
  };

  return { publish, review };
};
export type Publishing = ReturnType<typeof createPublishing>;
