import { type Artifact, blobContentOf, type StoredObject } from '../model/artifact.ts';
import { Refusal } from '../model/errors.ts';
import type { AppChanges } from '../ports/apps.ts';
import type { ArtifactChanges, Artifacts } from '../ports/artifacts.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';
import type { Transactions } from '../ports/transactions.ts';
import type { Uploads } from '../ports/uploads.ts';
import { createArtifactCopy, type PutToStorage } from './copy-artifact.ts';

/*
 * Moves stored bytes to another storage while the server runs. Each artifact goes through a normal upload: presigned
 * URL, verification, storing. Only then its record names the new storage. Until then the old one serves it, and an
 * interrupted move resumes. A backup is also a move, with the records of a copied database.
 */

type Tx = Pick<ArtifactChanges, 'updateStoredObject' | 'pruneArtifact'> & Pick<AppChanges, 'raiseGeneration'>;

export interface StorageCopyDeps {
  store: Artifacts & Transactions<Tx>;
  from: Pick<StoredBytes, 'name' | 'open'>;
  to: Pick<StoredBytes, 'name'> & Uploads;
  put: PutToStorage;
  /** False for artifacts pruned since they were listed; these are skipped. */
  isActive(artifactId: string): Promise<boolean>;
  /** Finds bytes of an earlier run in the new storage, which need not be read again. */
  findMoved?(artifact: Artifact): Promise<StoredObject | undefined>;
  /** Artifacts per record transaction; 1 by default. */
  recordsAtATime?: number;
}

const artifactsAtATime = 100;

interface Count {
  artifacts: number;
  bytes: number;
}

export interface StorageCopyResult {
  copied: Count;
  /** Already in the new storage. */
  present: Count;
  /** Pruned during the move. */
  pruned: number;
  /** Unreadable in the old storage; their records stay unchanged. */
  damaged: string[];
}

interface Move {
  artifact: Artifact;
  from: StoredObject;
  to: StoredObject;
}

/** Damage found during an upload arrives as the cause of the upload's error. */
const isDamage = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'artifact-damaged' || isDamage(error.cause));

const add = (count: Count, { sizeBytes }: Artifact): void => {
  count.artifacts += 1;
  count.bytes += sizeBytes;
};

export const createStorageCopy = (needs: StorageCopyDeps) => {
  const { store, from, to, isActive, findMoved, recordsAtATime = 1 } = needs;
  const send = createArtifactCopy(needs);

  /** The location in the new storage, and whether bytes were copied; undefined if pruned meanwhile. */
  const copyArtifact = async (artifact: Artifact, stored: StoredObject) => {
    const existing = await findMoved?.(artifact);
    if (existing !== undefined) return { stored: existing, isCopied: false };
    const content = blobContentOf(artifact);
    const before = await to.verify(content);
    const isCopied = typeof before === 'string';
    if (isCopied) {
      try {
        await send(content, stored);
      } catch (error) {
        if (await isActive(artifact.id)) throw error;
        return undefined;
      }
    }
    const verified = isCopied ? await to.verify(content) : before;
    if (typeof verified === 'string') {
      throw new Refusal('artifact-damaged', `${artifact.id} did not arrive as it is recorded: ${verified}.`);
    }
    return { stored: await to.keep(content, verified), isCopied };
  };

  const record = async (moves: Move[]): Promise<void> => {
    if (moves.length === 0) return;
    const placed = await Promise.all(
      moves.map(({ artifact }) => store.findReleasedArtifact(artifact.releaseId, artifact.target)),
    );
    await store.transaction(async (tx) => {
      for (const move of moves) await tx.updateStoredObject(move.artifact.id, move.from, move.to);
      for (const app of new Set(placed.map((one) => one?.app.slug)))
        if (app !== undefined) await tx.raiseGeneration(app);
    });
  };

  /** Two storages with one name are two folders: every artifact is visited, and existing ones are only verified. */
  const isMoved = (stored: StoredObject): boolean => from.name !== to.name && stored.store === to.name;

  const moveOne = async (
    artifact: Artifact,
    stored: StoredObject,
    moved: StorageCopyResult,
  ): Promise<Move | undefined> => {
    const brought = await copyArtifact(artifact, stored).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      moved.damaged.push(artifact.id);
      return 'damaged' as const;
    });
    if (brought === 'damaged') return undefined;
    if (brought === undefined) {
      // Already true for the server's own records; a copy of the database needs it.
      await store.transaction((tx) => tx.pruneArtifact(artifact.id));
      moved.pruned += 1;
      return undefined;
    }
    add(brought.isCopied ? moved.copied : moved.present, artifact);
    return { artifact, from: stored, to: brought.stored };
  };

  const movePage = async (
    artifacts: Artifact[],
    moved: StorageCopyResult,
    onMoved: (artifact: Artifact) => void,
  ): Promise<void> => {
    const moves: Move[] = [];
    for (const artifact of artifacts) {
      if (artifact.stored === undefined || isMoved(artifact.stored)) continue;
      const move = await moveOne(artifact, artifact.stored, moved);
      if (move === undefined) continue;
      moves.push(move);
      if (moves.length >= recordsAtATime) await record(moves.splice(0));
      onMoved(artifact);
    }
    await record(moves);
  };

  /** `onMoved` is called for each artifact. */
  const copyAll = async (onMoved: (artifact: Artifact) => void = () => {}): Promise<StorageCopyResult> => {
    const none = (): Count => ({ artifacts: 0, bytes: 0 });
    const moved: StorageCopyResult = { copied: none(), present: none(), pruned: 0, damaged: [] };
    for (let after = ''; ; ) {
      const artifacts = await store.listStored(after, artifactsAtATime);
      await movePage(artifacts, moved, onMoved);
      const last = artifacts.at(-1);
      if (last === undefined || artifacts.length < artifactsAtATime) return moved;
      after = last.id;
    }
  };

  return { copyAll };
};
