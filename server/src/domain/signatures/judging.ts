import type { ExtraDigests, ExtraHashes } from '../model/hashes.ts';
import { isActiveSigningKey, type SigningKey, type SigningRules } from '../model/signing-key.ts';
import type { SignatureVerdict, Signer } from '../model/verdict.ts';
import { messageHash, verifySignature, verifyWithHash } from './ed25519.ts';
import { parseSignature, readsOnlySigFile, type SignatureFormat } from './form.ts';
import { isCommentSigned, versionFromComment } from './minisign.ts';
import { publicKeyBytes } from './public-key.ts';

/*
 * Whose signature is it? In two steps: what the signature shows by itself, and what only the bytes can prove. The global
 * signature of minisign needs no bytes, so that a changed comment is known before anything is read; the comment is
 * believed only where it holds.
 */

/** An artifact whose signature is judged. */
export interface SignedArtifact {
  target: string;
  signature: string | undefined;
  sizeBytes?: number | undefined;
  verdict?: SignatureVerdict | undefined;
}

/** Why a signature cannot be one of this app's, whatever the bytes are. */
export type SignatureObstacle =
  | { code: 'signature-missing' }
  | { code: 'signature-unreadable'; reason: string }
  | { code: 'signature-key-unknown'; keyId: string | undefined }
  | { code: 'signature-comment-changed' };

/** A signature that one of these keys may have made. */
export interface SignatureClaim {
  form: SignatureFormat;
  signers: readonly SigningKey[];
}

/** Bytes of a BLAKE2b-512. */
const hashBytes = 64;
const legacyOfHash =
  'it is a legacy minisign signature, which is not accepted for a file of 64 bytes; sign the file without -l';

/** Keys that are tried: of a raw signature each is a hash of the whole file, and an id of minisign's may be made up. */
const mostSigners = 8;

/** Those in use first, then those that were last. */
const byStanding = (a: SigningKey, b: SigningKey): number =>
  Number(isActiveSigningKey(b)) - Number(isActiveSigningKey(a)) ||
  ((a.retiredAt ?? '') < (b.retiredAt ?? '') ? 1 : -1);

/** Minisign names its key, retired or not; of a raw signature every key may be the one. */
const candidatesOf = (form: SignatureFormat, keys: readonly SigningKey[]): SigningKey[] =>
  keys
    .filter(({ kind, keyId }) => kind === form.kind && (form.kind === 'ed25519' || keyId === form.keyId))
    .toSorted(byStanding)
    .slice(0, mostSigners);

/**
 * A signature of minisign's hash of some file (`ED`), relabeled as one of the file itself (`Ed`), is valid for a file that
 * is that hash: the algorithm is not signed. A hash has 64 bytes.
 */
const mayBeOfHash = (form: SignatureFormat, sizeBytes: number | undefined): boolean =>
  form.kind === 'minisign' && !form.isPrehashed && sizeBytes === hashBytes;

/** What a signature shows by itself. Of one that was proven with its bytes before, `provenBy` that key, its form is enough. */
export const readSignatureClaim = (
  { signature, sizeBytes }: Pick<SignedArtifact, 'signature' | 'sizeBytes'>,
  rules: SigningRules,
  provenBy?: string,
): SignatureClaim | SignatureObstacle => {
  if (signature === undefined) return { code: 'signature-missing' };
  const form = parseSignature(signature, { onlySigFile: readsOnlySigFile(rules.adapter) });
  if (typeof form === 'string') return { code: 'signature-unreadable', reason: form };
  if (mayBeOfHash(form, sizeBytes)) return { code: 'signature-unreadable', reason: legacyOfHash };
  const candidates = candidatesOf(form, rules.keys);
  if (candidates.length === 0) {
    const keyId = form.kind === 'minisign' ? form.keyId : undefined;
    return { code: 'signature-key-unknown', keyId };
  }
  const proven = candidates.filter(({ id }) => id === provenBy);
  if (proven.length > 0) return { form, signers: proven };
  const signers =
    form.kind === 'minisign'
      ? candidates.filter((key) => isCommentSigned(form, publicKeyBytes(key)))
      : candidates;
  return signers.length === 0 ? { code: 'signature-comment-changed' } : { form, signers };
};

/** The version that a claim names, where its comment is its owner's. */
export const claimedVersion = ({ form }: SignatureClaim): string | undefined =>
  form.kind === 'minisign' ? versionFromComment(form.comment) : undefined;

/** Whether minisign's BLAKE2b-512 of a file is signed, and not the file itself. */
const isPrehashed = ({ form }: SignatureClaim): boolean => form.kind === 'minisign' && form.isPrehashed;

/** Which hashes of the bytes tell whose signature it is. */
export const hashesForClaim = (claim: SignatureClaim): ExtraHashes =>
  isPrehashed(claim)
    ? [{ algorithm: 'blake2b512' }]
    : claim.signers.map((key) => messageHash(claim.form.signature, publicKeyBytes(key)));

/** Whose signature of the bytes it is, by the hashes that `watchOf` asks for. */
export const findSigner = (claim: SignatureClaim, seen: ExtraDigests): Signer | undefined => {
  const { signature } = claim.form;
  const [first = new Uint8Array()] = seen;
  const key = claim.signers.find((one, index) =>
    isPrehashed(claim)
      ? verifySignature(first, signature, publicKeyBytes(one))
      : verifyWithHash(seen[index] ?? first, signature, publicKeyBytes(one)),
  );
  return key && { id: key.id, keyId: key.keyId, version: claimedVersion(claim) };
};

/**
 * What was found by the keys of these rules. One that is added while the bytes are read was not asked: the time at which
 * the newest of those that were was made tells them apart, whatever the clocks say, and the present time would not.
 */
export const makeSignatureVerdict = (
  { keys }: SigningRules,
  signedBy: Signer | undefined,
): SignatureVerdict => ({
  at: keys.map(({ createdAt }) => createdAt).reduce((a, b) => (a > b ? a : b), ''),
  signedBy,
});

/** Whether a signature was judged with the bytes by every key that may have made it. */
export const isCheckedByAllKeys = ({ verdict }: SignedArtifact, { signers }: SignatureClaim): boolean =>
  verdict !== undefined &&
  (verdict.signedBy !== undefined || signers.every(({ createdAt }) => createdAt <= verdict.at));
