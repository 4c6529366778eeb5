import { type Actor, actorDisplayName, type Caller, provenanceOf } from '../model/actor.ts';
import { type Artifact, type StoredObject, uploadContentOf } from '../model/artifact.ts';
import { requireActiveChannel } from '../model/channel.ts';
import { Refusal, requireFound } from '../model/errors.ts';
import type { Instant } from '../model/instant.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import { collectReleaseWarnings } from '../model/review.ts';
import { type SigningRules, signingRulesOf } from '../model/signing-key.ts';
import type { Apps } from '../ports/apps.ts';
import type { ArtifactChanges } from '../ports/artifacts.ts';
import type { Channels } from '../ports/channels.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReleaseChanges, Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';
import type { Uploads, VerifiedUpload } from '../ports/uploads.ts';
import { type StartTx, startRollout } from '../rollouts/start.ts';
import { findPreviousRelease } from '../signatures/previous-release.ts';
import type { InTransaction } from '../unit-of-work.ts';
import { readBlockMapSize } from './block-map.ts';
import type { ReleasePosition, ReleaseReviews } from './review.ts';
import { passesSignatureGate } from './signature-gate.ts';
import { type ArtifactVerifierDeps, createArtifactVerifier } from './verify-artifacts.ts';

/*
 * Publishes a draft: atomic, verified, idempotent (spec 4.4). First every artifact's bytes are read and compared with
 * declaration and signature; then they move to the kept keys, bound to the verified content; then one transaction
 * changes the state if the draft is unchanged. An interruption leaves a draft, and publishing again has the same
 * result.
 */

export interface PublishResult {
  release: ReleaseWithArtifacts;
  warnings: Warning[];
}

const triesWhileDraftChanges = 3;
/** Far shorter than the time after which a draft's uploads are collected. */
const leftAloneSeconds = 24 * 3600;

type Tx = StartTx &
  Pick<Channels, 'findChannel'> &
  SigningKeys &
  Pick<Releases, 'findRelease' | 'findReleaseByVersion' | 'listVersions'> &
  Pick<ReleaseChanges, 'publishDraft' | 'touchDraft'> &
  Pick<ArtifactChanges, 'putArtifact'>;

export const createPublications = (needs: {
  store: Apps & Releases & Channels & SigningKeys & ArtifactVerifierDeps['store'];
  blobs: Pick<Uploads, 'verify' | 'keep'> & Pick<StoredBytes, 'open'>;
  clock: Clock;
  inTransaction: InTransaction<Tx>;
  reviews: Pick<ReleaseReviews, 'reviewContextOf'>;
  onOutcome: (outcome: 'published' | 'repeated' | 'refused') => void;
}) => {
  const { store, blobs, clock, inTransaction, reviews, onOutcome } = needs;
  const verifyAll = createArtifactVerifier(needs);

  const storeAll = async (draft: ReleaseWithArtifacts, verified: Map<string, VerifiedUpload>) => {
    const stored = new Map<string, StoredObject & { uploadedAt: Instant }>();
    for (const artifact of draft.artifacts) {
      const proof = verified.get(artifact.id);
      if (proof === undefined) continue;
      stored.set(artifact.id, {
        ...(await blobs.keep(uploadContentOf(artifact), proof)),
        uploadedAt: proof.uploadedAt,
      });
    }
    return stored;
  };

  /** Artifact IDs whose bytes contradict the declared block map; clients would read wrong bytes. */
  const findWrongMaps = async (
    { artifacts }: ReleaseWithArtifacts,
    stored: ReadonlyMap<string, StoredObject>,
  ): Promise<Set<string>> => {
    const wrong = new Set<string>();
    for (const artifact of artifacts) {
      const { blockMapSize } = artifact.facts;
      const place = stored.get(artifact.id);
      if (blockMapSize === undefined || place === undefined) continue;
      if ((await readBlockMapSize(blobs, artifact, place)) !== blockMapSize) wrong.add(artifact.id);
    }
    return wrong;
  };

  const withoutMap = ({ facts: { blockMapSize: _, ...facts }, ...artifact }: Artifact): Artifact => ({
    ...artifact,
    facts,
  });

  /** Returns the sequence; undefined if the draft changed or was published concurrently. */
  const commit = async (
    draft: ReleaseWithArtifacts,
    verified: Map<string, VerifiedUpload>,
    actor: Actor,
  ): Promise<number | undefined> => {
    const stored = await storeAll(draft, verified);
    const wrongMaps = await findWrongMaps(draft, stored);
    const via = provenanceOf(actor);
    return inTransaction(draft.app, actor, async (change) => {
      const { tx, at, record, invalidate } = change;
      const now = await tx.findRelease(draft.app, draft.id);
      if (now?.state !== 'draft') return undefined;
      requireActiveChannel(draft.channel, await tx.findChannel(draft.app, draft.channel));
      // With the current policy, keys and signature verdicts.
      const rules = signingRulesOf(change.app, await tx.listSigningKeys(draft.app));
      if (!passesSignatureGate({ ...now, before: await findPreviousRelease(tx, draft, rules) }, rules))
        return undefined;
      for (const artifact of now.artifacts)
        if (wrongMaps.has(artifact.id)) await tx.putArtifact(withoutMap(artifact));
      const sequence = await invalidate();
      const by = actorDisplayName(actor);
      const { revision } = draft;
      const isDone = await tx.publishDraft(draft.id, { revision, at, sequence, stored, via, by });
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
   * Marks a long idle draft as active, so that garbage collection leaves its bytes. If collection ran first, it
   * incremented the revision and the commit fails. Undefined if it is no longer a draft.
   */
  const resumeDraft = async (
    release: ReleaseWithArtifacts,
    actor: Actor,
  ): Promise<ReleaseWithArtifacts | undefined> => {
    const isLeftAlone = ({ touchedAt }: ReleaseWithArtifacts) => touchedAt < clock.in(-leftAloneSeconds);
    if (!isLeftAlone(release)) return release;
    return inTransaction(release.app, actor, async ({ tx, at }) => {
      const now = await tx.findRelease(release.app, release.id);
      // A concurrent publish may have marked it; marking it again would make that commit fail.
      if (now?.state === 'draft' && isLeftAlone(now)) await tx.touchDraft(now.id, at);
      const draft = await tx.findRelease(release.app, release.id);
      return draft?.state === 'draft' ? draft : undefined;
    });
  };

  const rulesFor = async (slug: string): Promise<SigningRules | undefined> => {
    const [app, keys] = await Promise.all([store.findApp(slug), store.listSigningKeys(slug)]);
    return signingRulesOf(requireFound(app, 'app'), keys);
  };

  const attempt = async (
    { app: slug, actor }: Caller,
    id: string,
  ): Promise<(ReleasePosition & { outcome: 'published' | 'repeated' }) | undefined> => {
    const [found, channels] = await Promise.all([store.findRelease(slug, id), store.listChannels(slug)]);
    const release = requireFound(found, 'release');
    if (release.state === 'published') return { ...release, outcome: 'repeated' };
    if (release.state === 'withdrawn') {
      throw new Refusal('release-withdrawn', `Release ${id} was withdrawn. Restore it instead.`);
    }
    // Checked again at commit; here it avoids reading bytes that cannot be published.
    const channel = channels.find(({ name }) => name === release.channel);
    requireActiveChannel(release.channel, channel);
    const draft = await resumeDraft(release, actor);
    if (draft === undefined) return undefined;
    const rules = await rulesFor(slug);
    const before = await findPreviousRelease(store, draft, rules);
    const sequence = await commit(draft, await verifyAll({ ...draft, before }, rules), actor);
    return sequence === undefined ? undefined : { ...draft, sequence, outcome: 'published' };
  };

  /** Spec 4.4. Idempotent. */
  const publish = async (caller: Caller, id: string): Promise<PublishResult> => {
    try {
      for (let tries = 0; tries < triesWhileDraftChanges; tries++) {
        const done = await attempt(caller, id);
        if (done === undefined) continue;
        onOutcome(done.outcome);
        const [now, surroundings] = await Promise.all([
          store.findRelease(caller.app, id),
          reviews.reviewContextOf(done),
        ]);
        const release = requireFound(now, 'release');
        return { release, warnings: collectReleaseWarnings(release, surroundings) };
      }
    } catch (error) {
      if (error instanceof Refusal) onOutcome('refused');
      throw error;
    }
    onOutcome('refused');
    throw new Refusal('draft-changed', 'The draft changed during publishing. Publish it again.');
  };

  return { publish };
};
export type Publications = ReturnType<typeof createPublications>;
