import { type Artifact, blobContentOf, type StoredObject } from '../model/artifact.ts';
import { Refusal } from '../model/errors.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Transactions } from '../ports/store.ts';
import { createArtifactCopy, type PutToStorage } from './copy-artifact.ts';

/*
 * Moves kept bytes from one storage to another while the service runs. Each artifact goes the way a publisher's
 * upload goes: signed address, verified, kept; only then does its record name the new storage. Until then it is
 * served from the old one, and a move that breaks off goes on where it stopped. A backup is a move, too: the records
 * are those of a copy of the database.
 */

export interface StorageCopyDeps {
  store: Artifacts & Transactions;
  from: Blobs;
  to: Blobs;
  put: PutToStorage;
  /** Whether the service still serves an artifact; one that was pruned since it was listed is left behind. */
  isActive(artifactId: string): Promise<boolean>;
  /** Bytes that the new storage is known to hold, from an earlier run: they are not even read. */
  findMoved?(artifact: Artifact): Promise<StoredObject | undefined>;
  /** How many artifacts are put on record at once; 1 unless given. */
  recordsAtATime?: number;
}

const artifactsAtATime = 100;

interface Count {
  artifacts: number;
  bytes: number;
}

export interface StorageCopyResult {
  /** What was copied now. */
  copied: Count;
  /** What the new storage had already. */
  present: Count;
  /** Pruned by others meanwhile. */
  pruned: number;
  /** What the old storage could not give: these are recorded as before. */
  damaged: string[];
}

interface Move {
  artifact: Artifact;
  from: StoredObject;
  to: StoredObject;
}

/** Damage that is met while bytes are on their way comes as the cause of a broken upload. */
const isDamage = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'artifact-damaged' || isDamage(error.cause));

const add = (count: Count, { sizeBytes }: Artifact): void => {
  count.artifacts += 1;
  count.bytes += sizeBytes;
};

/** The move of everything that one storage holds to another. */
export const createStorageCopy = (needs: StorageCopyDeps) => {
  const { store, from, to, isActive, findMoved, recordsAtATime = 1 } = needs;
  const send = createArtifactCopy(needs);

  /** The place in the new storage, and whether the bytes had to be copied; undefined for what was pruned meanwhile. */
  const bring = async (artifact: Artifact, kept: StoredObject) => {
    const known = await findMoved?.(artifact);
    if (known !== undefined) return { kept: known, isCopied: false };
    const content = blobContentOf(artifact);
    const before = await to.verify(content);
    const isCopied = typeof before === 'string';
    if (isCopied) {
      try {
        await send(content, kept);
      } catch (error) {
        if (await isActive(artifact.id)) throw error;
        return undefined;
      }
    }
    const verified = isCopied ? await to.verify(content) : before;
    if (typeof verified === 'string') {
      throw new Refusal('artifact-damaged', `${artifact.id} did not arrive as it is recorded: ${verified}.`);
    }
    return { kept: await to.keep(content, verified), isCopied };
  };

  const record = async (moves: Move[]): Promise<void> => {
    if (moves.length === 0) return;
    const placed = await Promise.all(
      moves.map(({ artifact }) => store.findPlaced(artifact.releaseId, artifact.target)),
    );
    await store.transaction(async (tx) => {
      for (const move of moves) await tx.rekeepArtifact(move.artifact.id, move.from, move.to);
      for (const app of new Set(placed.map((one) => one?.app.slug)))
        if (app !== undefined) await tx.raiseGeneration(app);
    });
  };

  /** Two storages of one name are two folders: then everything is looked at, and what is there is only verified. */
  const isMoved = (kept: StoredObject): boolean => from.name !== to.name && kept.store === to.name;

  const moveOne = async (
    artifact: Artifact,
    kept: StoredObject,
    moved: StorageCopyResult,
  ): Promise<Move | undefined> => {
    const brought = await bring(artifact, kept).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      moved.damaged.push(artifact.id);
      return 'damaged' as const;
    });
    if (brought === 'damaged') return undefined;
    if (brought === undefined) {
      // Of the service's own records this is true already; a copy of them learns it here.
      await store.transaction((tx) => tx.pruneArtifact(artifact.id));
      moved.pruned += 1;
      return undefined;
    }
    add(brought.isCopied ? moved.copied : moved.present, artifact);
    return { artifact, from: kept, to: brought.kept };
  };

  const movePage = async (
    artifacts: Artifact[],
    moved: StorageCopyResult,
    onMoved: (artifact: Artifact) => void,
  ): Promise<void> => {
    const moves: Move[] = [];
    for (const artifact of artifacts) {
      if (artifact.kept === undefined || isMoved(artifact.kept)) continue;
      const move = await moveOne(artifact, artifact.kept, moved);
      if (move === undefined) continue;
      moves.push(move);
      if (moves.length >= recordsAtATime) await record(moves.splice(0));
      onMoved(artifact);
    }
    await record(moves);
  };

  /** Moves everything that the old storage holds; `onMoved` is told of each artifact. */
  const moveAll = async (onMoved: (artifact: Artifact) => void = () => {}): Promise<StorageCopyResult> => {
    const none = (): Count => ({ artifacts: 0, bytes: 0 });
    const moved: StorageCopyResult = { copied: none(), present: none(), pruned: 0, damaged: [] };
    for (let after = ''; ; ) {
      const artifacts = await store.listKept(after, artifactsAtATime);
      await movePage(artifacts, moved, onMoved);
      const last = artifacts.at(-1);
      if (last === undefined || artifacts.length < artifactsAtATime) return moved;
      after = last.id;
    }
  };

  return { moveAll };
};
