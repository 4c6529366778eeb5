import { readBlockMapSize } from './block-map.ts';
import type { RunChange } from './changing.ts';
import { type Actor, type Caller, viaOf } from './nouns/actor.ts';
import { type Artifact, type Kept, lonelyCompanions, uploadOf } from './nouns/artifact.ts';
import { demandActive } from './nouns/channel.ts';
import { type Fault, found, Refusal } from './nouns/errors.ts';
import type { Instant } from './nouns/instant.ts';
import type { ReleaseWithArtifacts, Warning } from './nouns/release.ts';
import { reviewRelease } from './nouns/review.ts';
import type { Blobs, Verified, VerifyFault } from './ports/blobs.ts';
import type { Channels } from './ports/channels.ts';
import type { Clock } from './ports/clock.ts';
import type { Releases } from './ports/releases.ts';
import type { Reviewing, Standing } from './reviewing.ts';
import { startRollout } from './rolling-out/starting.ts';

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
/** Far less than the time after which a draft's uploads are collected. */
const leftAloneSeconds = 24 * 3600;

const faultText: Record<VerifyFault, string> = {
  missing: 'was not uploaded',
  'size-differs': 'was uploaded with another size than declared',
  'hash-differs': 'was uploaded with another SHA-256 than declared',
  'sha512-differs': 'has another SHA-512 than declared',
  'sha1-differs': 'has another SHA-1 than declared',
};

/** Companions whose artifact is not declared: nobody could be told of them. */
const lonely = ({ artifacts }: ReleaseWithArtifacts): Fault[] =>
  lonelyCompanions(artifacts).map(({ target, companionOf }) => ({
    pointer: `/artifacts/${target}`,
    code: 'main-missing',
    detail: `The artifact for ${target} goes with ${companionOf}, which the release lacks.`,
  }));

const faultOf = ({ target }: Artifact, code: VerifyFault): Fault => ({
  pointer: `/artifacts/${target}`,
  code,
  detail: `The artifact for ${target} ${faultText[code]}.`,
});

export const createPublishing = (needs: {
  store: Releases & Channels;
  blobs: Blobs;
  clock: Clock;
  runChange: RunChange;
  reviewing: Pick<Reviewing, 'surroundingsOf'>;
  onOutcome: (outcome: 'published' | 'repeated' | 'refused') => void;
}) => {
  const { store, blobs, clock, runChange, reviewing, onOutcome } = needs;

  /** Reads every artifact's bytes; refuses with all that is wrong at once. */
  const verifyAll = async (draft: ReleaseWithArtifacts): Promise<Map<string, Verified>> => {
    const verified = new Map<string, Verified>();
    const faults = lonely(draft);
    for (const artifact of draft.artifacts) {
      const result = await blobs.verify(uploadOf(artifact));
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
        ...(await blobs.keep(uploadOf(artifact), proof)),
        uploadedAt: proof.uploadedAt,
      });
    }
    return kept;
  };

  /** Artifacts whose bytes tell of another block map than was declared, without that: clients would read wrong bytes. */
  const withoutWrongMaps = async (
    { artifacts }: ReleaseWithArtifacts,
    kept: ReadonlyMap<string, Kept>,
  ): Promise<Artifact[]> => {
    const corrected: Artifact[] = [];
    for (const artifact of artifacts) {
      const { blockMapSize, ...facts } = artifact.facts;
      const place = kept.get(artifact.id);
      if (blockMapSize === undefined || place === undefined) continue;
      if ((await readBlockMapSize(blobs, artifact, place)) !== blockMapSize)
        corrected.push({ ...artifact, facts });
    }
    return corrected;
  };

  /** The release's place in the order of publications; none when the draft changed or someone else published it. */
  const commit = async (
    draft: ReleaseWithArtifacts,
    verified: Map<string, Verified>,
    actor: Actor,
  ): Promise<number | undefined> => {
    const kept = await keepAll(draft, verified);
    const corrected = await withoutWrongMaps(draft, kept);
    const via = viaOf(actor);
    return runChange(draft.app, actor, async (change) => {
      const { tx, at, record, announce } = change;
      const now = await tx.findRelease(draft.app, draft.id);
      if (now?.state !== 'draft') return undefined;
      demandActive(draft.channel, await tx.findChannel(draft.app, draft.channel));
      for (const artifact of corrected) await tx.putArtifact(artifact);
      const sequence = await announce();
      const isDone = await tx.publishDraft(draft.id, { revision: draft.revision, at, sequence, kept, via });
      if (!isDone) return undefined;
      await startRollout(change, { ...now, state: 'published', sequence });
      await record({
        action: 'release.publish',
        subject: draft.id,
        detail: { channel: draft.channel, version: draft.version, ...(via && { via }) },
      });
      return sequence;
    });
  };

  /**
   * The draft, noted as worked on where it was left alone for long: housekeeping then leaves its bytes in peace. Should it
   * come first, it raises the revision, and the commit fails. None when it is a draft no more.
   */
  const takeUp = async (
    release: ReleaseWithArtifacts,
    actor: Actor,
  ): Promise<ReleaseWithArtifacts | undefined> => {
    const isLeftAlone = ({ touchedAt }: ReleaseWithArtifacts) => touchedAt < clock.in(-leftAloneSeconds);
    if (!isLeftAlone(release)) return release;
    return runChange(release.app, actor, async ({ tx, at }) => {
      const now = await tx.findRelease(release.app, release.id);
      // Another publish of it may have noted so; a second note would make the first one's commit fail.
      if (now?.state === 'draft' && isLeftAlone(now)) await tx.touchDraft(now.id, at);
      const draft = await tx.findRelease(release.app, release.id);
      return draft?.state === 'draft' ? draft : undefined;
    });
  };

  const attempt = async (
    { app: slug, actor }: Caller,
    id: string,
  ): Promise<(Standing & { outcome: 'published' | 'repeated' }) | undefined> => {
    const [known, channels] = await Promise.all([store.findRelease(slug, id), store.listChannels(slug)]);
    const release = found(known, 'release');
    if (release.state === 'published') return { ...release, outcome: 'repeated' };
    if (release.state === 'withdrawn') {
      throw new Refusal('release-withdrawn', `Release ${id} was withdrawn; restore it to offer it again.`);
    }
    // Judged again with the commit; here it saves reading bytes that nobody may publish.
    const channel = channels.find(({ name }) => name === release.channel);
    demandActive(release.channel, channel);
    const draft = await takeUp(release, actor);
    if (draft === undefined) return undefined;
    const sequence = await commit(draft, await verifyAll(draft), actor);
    return sequence === undefined ? undefined : { ...draft, sequence, outcome: 'published' };
  };

  /** Spec 4.4. Publishing again answers the same and does nothing twice. */
  const publish = async (caller: Caller, id: string): Promise<Published> => {
    try {
      for (let tries = 0; tries < triesWhileDraftChanges; tries++) {
        const done = await attempt(caller, id);
        if (done === undefined) continue;
        onOutcome(done.outcome);
        const [now, surroundings] = await Promise.all([
          store.findRelease(caller.app, id),
          reviewing.surroundingsOf(done),
        ]);
        const release = found(now, 'release');
        return { release, warnings: reviewRelease(release, surroundings) };
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

  return { publish };
};
export type Publishing = ReturnType<typeof createPublishing>;
