import type { Caller } from '../model/actor.ts';
import { type Artifact, blobContentOf, isSameArtifact, uploadContentOf } from '../model/artifact.ts';
import { definedFacts } from '../model/artifact-facts.ts';
import { defaultChannel, requireActiveChannel } from '../model/channel.ts';
import {
  type Declaration,
  type DeclarationInput,
  declarationFaults,
  requireValidDeclaration,
} from '../model/declaration.ts';
import { Conflict, type Fault, Refusal, requireFound } from '../model/errors.ts';
import type { Instant } from '../model/instant.ts';
import { requirePublisher } from '../model/permissions.ts';
import { requireQuota } from '../model/quota.ts';
import { type ReleaseWithArtifacts, versionTaken } from '../model/release.ts';
import type { Apps } from '../ports/apps.ts';
import type { Channels } from '../ports/channels.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { ReleaseChanges, Releases } from '../ports/releases.ts';
import type { StorageCleanup } from '../ports/storage-cleanup.ts';
import type { PartTickets, Uploads, UploadTicket } from '../ports/uploads.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';
import { findByVersion } from './find-by-version.ts';
import { createDraftUploads, type UploadTx, uploadTtlSeconds } from './upload.ts';
import { createRequireDeclarationSpace, type RequireSpace } from './upload-quota.ts';

/* Creates a draft and declares its artifacts (spec 4.1 to 4.3). */

export interface DraftRequest {
  version: string;
  channel?: string | undefined;
  notes?: string | undefined;
  pubDate?: Instant | undefined;
}

export interface DeclaredUpload {
  artifact: Artifact;
  ticket: UploadTicket;
  parts: PartTickets | undefined;
}

/** Creates a draft. */
export type DraftTx = UploadTx &
  Pick<Channels, 'findChannel'> &
  Pick<Releases, 'listByVersions' | 'countDrafts'> &
  Pick<ReleaseChanges, 'insertRelease' | 'touchDraft'>;
type Tx = DraftTx & Pick<Releases, 'findReleaseByVersion'> & Pick<ReleaseChanges, 'deleteDraft'>;

export const createDrafts = (needs: {
  store: Apps & Releases;
  blobs: Omit<Uploads, 'verify' | 'keep' | 'requireSpace'> & Pick<StorageCleanup, 'remove'>;
  clock: Clock;
  ids: Ids;
  inTransaction: InTransaction<Tx>;
  requireSpace: RequireSpace;
  maxArtifactBytes: number;
}) => {
  const { store, blobs, ids, inTransaction, maxArtifactBytes } = needs;
  const requireDeclarationSpace = createRequireDeclarationSpace(needs);
  const uploading = createDraftUploads(needs);

  const createDraft = async (
    { app: slug, actor }: Caller,
    request: DraftRequest,
  ): Promise<ReleaseWithArtifacts> => {
    const channel = request.channel ?? defaultChannel;
    await needs.requireSpace(0);
    try {
      return await inTransaction(slug, actor, async (change) => {
        requireActiveChannel(channel, await change.tx.findChannel(slug, channel));
        // Under the app's lock, so no other draft can appear before the insert.
        const existing = await findByVersion(change.tx, { app: slug, channel, version: request.version });
        if (existing !== undefined) throw versionTaken(existing);
        requireQuota('draftsOfApp', await change.tx.countDrafts(slug));
        const release: ReleaseWithArtifacts = {
          id: ids.next('rel'),
          app: slug,
          channel,
          version: request.version,
          notes: request.notes ?? '',
          state: 'draft',
          pubDate: request.pubDate ?? change.at,
          createdAt: change.at,
          publishedAt: undefined,
          withdrawnAt: undefined,
          withdrawReason: undefined,
          sequence: undefined,
          revision: 0,
          touchedAt: change.at,
          policy: {},
          artifacts: [],
        };
        await change.tx.insertRelease(release);
        await change.record({
          action: 'release.create',
          subject: release.id,
          detail: { channel, version: release.version },
        });
        return release;
      });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const existing = await store.findReleaseByVersion(slug, channel, request.version);
      throw existing === undefined ? error : versionTaken(existing);
    }
  };

  const requireDraft = async (
    { tx }: AppTransaction<Tx>,
    slug: string,
    declared: { channel: string; version: string },
  ) => {
    const { channel, version } = declared;
    const release = await tx.findReleaseByVersion(slug, channel, version);
    if (release === undefined) {
      throw new Refusal('draft-missing', `No draft ${version} in channel "${channel}". Create it first.`);
    }
    if (release.state !== 'draft') throw notADraft(release);
    return release;
  };

  const recordDeclaration = ({ app: slug, actor }: Caller, declaration: Declaration): Promise<Artifact> =>
    inTransaction(slug, actor, async (change) => {
      const channel = declaration.channel ?? defaultChannel;
      const draft = await requireDraft(change, slug, { channel, version: declaration.version });
      requireActiveChannel(channel, await change.tx.findChannel(slug, channel));
      const before = draft.artifacts.find(({ target }) => target === declaration.target);
      if (before === undefined) requireQuota('artifactsOfRelease', draft.artifacts.length);
      const sameBytes = before?.sha256 === declaration.sha256 && before.sizeBytes === declaration.sizeBytes;
      const artifact: Artifact = {
        id: before?.id ?? ids.next('art'),
        releaseId: draft.id,
        target: declaration.target,
        format: declaration.format,
        sizeBytes: declaration.sizeBytes,
        sha256: declaration.sha256,
        signature: declaration.signature,
        contentType: declaration.contentType,
        companionOf: declaration.companionOf,
        facts: definedFacts(declaration),
        state: 'declared',
        uploadedAt: undefined,
        uploadId: sameBytes ? before.uploadId : undefined,
        stored: undefined,
        verdict: sameBytes && before.signature === declaration.signature ? before.verdict : undefined,
      };
      await change.tx.touchDraft(draft.id, change.at);
      if (before !== undefined && isSameArtifact(before, artifact)) {
        // Nothing changed, so nothing is recorded. A caller without permission is still rejected.
        requirePublisher(actor, change.app, 'artifact.declare');
        return artifact;
      }
      await change.tx.putArtifact(artifact);
      await change.record({
        action: 'artifact.declare',
        subject: artifact.id,
        detail: { release: draft.id, target: artifact.target },
      });
      return artifact;
    });

  /** Spec 4.2. Redeclaring the same bytes keeps the upload; other bytes start over. Safe in parallel. */
  const declare = async (caller: Caller, declaration: Declaration): Promise<DeclaredUpload> => {
    requireValidDeclaration(declaration, maxArtifactBytes);
    await requireDeclarationSpace(caller.app, declaration);
    const artifact = await recordDeclaration(caller, declaration);
    const content = uploadContentOf(artifact, caller.app);
    const [ticket, uploadedAt, parts] = await Promise.all([
      blobs.presign(content, uploadTtlSeconds),
      blobs.findUploaded(content),
      declaration.parts === true ? uploading.presignParts(caller, artifact) : undefined,
    ]);
    return { artifact: { ...artifact, uploadedAt }, ticket, parts };
  };

  const deleteDraft = async ({ app: slug, actor }: Caller, id: string): Promise<void> => {
    const release = await inTransaction(slug, actor, async ({ tx, record }) => {
      const draft = requireFound(await tx.findRelease(slug, id), 'release');
      if (!(await tx.deleteDraft(id))) throw notADraft(draft);
      await record({
        action: 'release.delete',
        subject: id,
        detail: { channel: draft.channel, version: draft.version },
      });
      return draft;
    });
    // The draft is already deleted; objects that remain are collected as orphans. Nothing can need them: artifact IDs
    // are never reused, and a running publish finds no draft to commit.
    const contents = release.artifacts.map(blobContentOf);
    const keys = contents.flatMap(({ stagedKey, storedKey }) => [stagedKey, storedKey]);
    await Promise.allSettled(keys.map(blobs.remove));
  };

  /** Rules that a schema cannot express. */
  const declarationFaultsOf = (declared: DeclarationInput): Fault[] =>
    declarationFaults(declared, maxArtifactBytes);

  return { createDraft, declarationFaultsOf, declare, completeParts: uploading.completeParts, deleteDraft };
};
export type Drafts = ReturnType<typeof createDrafts>;

export const notADraft = ({ id, version, state }: ReleaseWithArtifacts): Refusal =>
  new Refusal('not-a-draft', `Release ${id} (${version}) is ${state}. This requires a draft.`);
