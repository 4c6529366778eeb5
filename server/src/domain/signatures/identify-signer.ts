import { versionFromComment } from '@slipway/core/minisign.ts';
import type { SignatureFormat } from '@slipway/core/signature.ts';
import type { ExtraDigests, ExtraHashes } from '../model/hashes.ts';
import type { SignatureVerdict, Signer } from '../model/signature-verdict.ts';
import { isActiveSigningKey, type SigningKey, type SigningRules } from '../model/signing-key.ts';
import { messageHash, verifySignature, verifyWithHash } from './ed25519.ts';
import { isCommentSigned } from './minisign.ts';
import { publicKeyBytes } from './public-key.ts';
import { parseSignature, readsOnlySigFile } from './signature-format.ts';

/*
 * Finds the signer in two steps: from the signature itself, then from the bytes. Minisign's global signature needs no
 * bytes, so a changed comment is detected before reading; the comment counts only if that signature is valid.
 */

export interface SignedArtifact {
  target: string;
  signature: string | undefined;
  sizeBytes?: number | undefined;
  verdict?: SignatureVerdict | undefined;
}

/** Why a signature cannot belong to this app, whatever the bytes are. */
export type SignatureObstacle =
  | { code: 'signature-missing' }
  | { code: 'signature-unreadable'; reason: string }
  | { code: 'signature-key-unknown'; keyId: string | undefined }
  | { code: 'signature-comment-changed' };

/** A signature and the keys that may have made it. */
export interface SignatureClaim {
  form: SignatureFormat;
  signers: readonly SigningKey[];
}

/** The size of a BLAKE2b-512. */
const hashBytes = 64;
const legacyOfHash =
  'it is a legacy minisign signature, which is not accepted for a 64-byte file; sign without -l';

/** The most keys to try: each hashes the whole file for a raw signature, and a minisign key ID can be forged. */
const mostSigners = 8;

/** Active keys first, then the most recent ones. */
const byStanding = (a: SigningKey, b: SigningKey): number =>
  Number(isActiveSigningKey(b)) - Number(isActiveSigningKey(a)) ||
  ((a.retiredAt ?? '') < (b.retiredAt ?? '') ? 1 : -1);

/** Minisign names its key, retired or not; a raw signature may be from any key. */
const candidatesOf = (form: SignatureFormat, keys: readonly SigningKey[]): SigningKey[] =>
  keys
    .filter(({ kind, keyId }) => kind === form.kind && (form.kind === 'ed25519' || keyId === form.keyId))
    .toSorted(byStanding)
    .slice(0, mostSigners);

/**
 * A minisign signature of a file's hash (`ED`), relabeled as one of the file itself (`Ed`), is valid for a file with
 * that hash as content, since the algorithm is not signed. A hash has 64 bytes.
 */
const mayBeOfHash = (form: SignatureFormat, sizeBytes: number | undefined): boolean =>
  form.kind === 'minisign' && !form.isPrehashed && sizeBytes === hashBytes;

/** Checks without the bytes. If `provenBy` verified it before, the format is enough. */
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

/** The version in the comment, if the key's owner signed it. */
export const claimedVersion = ({ form }: SignatureClaim): string | undefined =>
  form.kind === 'minisign' ? versionFromComment(form.comment) : undefined;

/** Whether minisign signed the file's BLAKE2b-512 instead of the file. */
const isPrehashed = ({ form }: SignatureClaim): boolean => form.kind === 'minisign' && form.isPrehashed;

/** The hashes of the bytes needed to find the signer. */
export const hashesForClaim = (claim: SignatureClaim): ExtraHashes =>
  isPrehashed(claim)
    ? [{ algorithm: 'blake2b512' }]
    : claim.signers.map((key) => messageHash(claim.form.signature, publicKeyBytes(key)));

/** Takes the hashes requested by `hashesForClaim`. */
export const findSigner = (claim: SignatureClaim, digests: ExtraDigests): Signer | undefined => {
  const { signature } = claim.form;
  const [first = new Uint8Array()] = digests;
  const key = claim.signers.find((one, index) =>
    isPrehashed(claim)
      ? verifySignature(first, signature, publicKeyBytes(one))
      : verifyWithHash(digests[index] ?? first, signature, publicKeyBytes(one)),
  );
  return key && { id: key.id, keyId: key.keyId, version: claimedVersion(claim) };
};

/**
 * The verdict for these keys. A key added while the bytes were read was not tested. The creation time of the newest
 * tested key marks that whatever the clocks say; the current time would not.
 */
export const makeSignatureVerdict = (
  { keys }: SigningRules,
  signedBy: Signer | undefined,
): SignatureVerdict => ({
  at: keys.map(({ createdAt }) => createdAt).reduce((a, b) => (a > b ? a : b), ''),
  signedBy,
});

/** Whether every key that may have made the signature was tested against the bytes. */
export const isCheckedByAllKeys = ({ verdict }: SignedArtifact, { signers }: SignatureClaim): boolean =>
  verdict !== undefined &&
  (verdict.signedBy !== undefined || signers.every(({ createdAt }) => createdAt <= verdict.at));
