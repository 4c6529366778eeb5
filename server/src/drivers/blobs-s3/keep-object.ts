import type { BlobContent, StoredObject } from '../../domain/model/artifact.ts';
import { Refusal } from '../../domain/model/errors.ts';
import type { ExtraHashes } from '../../domain/model/hashes.ts';
import type { VerifiedUpload, VerifyFault } from '../../domain/ports/uploads.ts';
import type { Bucket } from './bucket.ts';
import type { ObjectCopier } from './copy-object.ts';
import { type ObjectSeal, parseSeal, renderSeal } from './object-seal.ts';
import type { ObjectVerifier } from './verify-object.ts';

type ObjectLocation = 'kept' | 'staged';

const tries = 3;
const hourMs = 3_600_000;

const markOf = (place: ObjectLocation, found: VerifiedUpload): VerifiedUpload => ({
  ...found,
  mark: `${place} ${found.mark}`,
});

const parseMark = (mark: string): ObjectSeal & { place: ObjectLocation } => {
  const [place, ...seal] = mark.split(' ');
  return { place: place === 'kept' ? 'kept' : 'staged', ...parseSeal(seal.join(' ')) };
};

const changed = () =>
  new Refusal('uploads-incomplete', 'The upload changed during publishing. Upload it again, then publish.');

/** Verifies uploads and moves them to their final keys. */
export const createObjectKeeper = (bucket: Bucket, proving: ObjectVerifier, copying: ObjectCopier) => {
  /** Checks the stored object first: it exists if an earlier publish failed after the copy. */
  const verify = async (content: BlobContent, watch?: ExtraHashes): Promise<VerifiedUpload | VerifyFault> => {
    const before = await proving.check(content.storedKey, content, watch);
    if (typeof before !== 'string') return markOf('kept', before);
    const staged = await proving.check(content.stagedKey, content, watch);
    if (typeof staged !== 'string') return markOf('staged', staged);
    if (staged !== 'missing') return staged;
    // A concurrent publish may have moved the object between the two checks.
    const after = await proving.check(content.storedKey, content, watch);
    return typeof after === 'string' ? after : markOf('kept', after);
  };

  /** The ETag of the object that an earlier attempt stored; undefined when it has changed. */
  const takeOver = async (content: BlobContent, etag: string): Promise<string | undefined> => {
    const head = await bucket.findHead(content.storedKey);
    if (head?.etag !== etag) return undefined;
    const isOld = head.modifiedAt.getTime() < Date.now() - hourMs;
    return isOld ? ((await copying.renew(content, etag)) ?? etag) : etag;
  };

  /** Returns the stored object's seal. The staged object is removed only once the stored one exists. */
  const keep = async (content: BlobContent, verified: VerifiedUpload): Promise<string> => {
    let { mark } = verified;
    for (let tried = 0; tried < tries; tried += 1) {
      const { place, etag, codes } = parseMark(mark);
      const move = { from: content.stagedKey, to: content.storedKey, content };
      const stored = await (place === 'kept' ? takeOver(content, etag) : copying.copy(move, etag));
      if (stored !== undefined) {
        await bucket.remove(content.stagedKey);
        return renderSeal({ etag: stored, codes });
      }
      const again = await verify(content);
      if (typeof again === 'string') break;
      mark = again.mark;
    }
    throw changed();
  };

  /** Copies a stored object to another content's staged key; verifies it first if it is not the sealed one. */
  const copy = async (from: BlobContent, stored: StoredObject, to: BlobContent): Promise<boolean> => {
    const move = { from: from.storedKey, to: to.stagedKey, content: to };
    if ((await copying.copy(move, parseSeal(stored.seal).etag)) !== undefined) return true;
    const proven = await proving.check(from.storedKey, from);
    if (typeof proven === 'string') return false;
    return (await copying.copy(move, parseSeal(proven.mark).etag)) !== undefined;
  };

  return { verify, keep, copy };
};
