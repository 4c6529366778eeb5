import { compareVersions, parseVersion } from '@slipway/core/version.ts';
import { isActiveSigningKey, type SigningKey, type SigningRules } from '../model/signing-key.ts';
import type { SignatureClaim, SignatureObstacle, SignedArtifact } from './identify-signer.ts';
import { claimedVersion, isCheckedByAllKeys, readSignatureClaim } from './identify-signer.ts';
import { isBuiltInLater, type PreviousRelease, trustedAlternatives } from './key-rotation.ts';
import { matchesSignedVersion } from './minisign.ts';

/* Signature faults, each with a code and a message that says what to do. */

export type SignatureCode =
  | SignatureObstacle['code']
  | 'signature-key-retired'
  | 'signature-mismatch'
  | 'signature-version-differs'
  | 'signature-version-missing'
  | 'signature-strands-clients';

export interface SignatureFault {
  code: SignatureCode;
  detail: string;
  /** Set if no other signature could be better. */
  isUnavoidable?: true;
}

/** The release that an artifact belongs to. */
export interface SignatureContext {
  version: string;
  /** Undefined for a draft. */
  publishedAt?: string | undefined;
  /** The newest version published before, which clients run. */
  before?: PreviousRelease | undefined;
}

const namesOf = (keys: readonly SigningKey[]): string =>
  keys.length === 0 ? 'no key' : keys.map(({ keyId }) => keyId).join(', ');

const obstacleText = (obstacle: SignatureObstacle, target: string, { keys }: SigningRules): string => {
  const active = namesOf(keys.filter(isActiveSigningKey));
  switch (obstacle.code) {
    case 'signature-missing':
      return `${target} has no signature. Sign it with ${active}.`;
    case 'signature-unreadable':
      return `Clients can’t read the signature of ${target}: ${obstacle.reason}.`;
    case 'signature-key-unknown':
      return obstacle.keyId === undefined
        ? `Signature rejected: ${target} has a raw Ed25519 signature, but this app has no such key. Add the key, or re-sign with ${namesOf(keys)}.`
        : `Signature rejected: ${target} was signed with ${obstacle.keyId}, which this app doesn’t have. Add the key, or re-sign with ${namesOf(keys)}.`;
    case 'signature-comment-changed':
      return `Signature rejected: the trusted comment of ${target} was changed after signing. Sign the file again.`;
  }
};

interface Case {
  target: string;
  rules: SigningRules;
  announced: SignatureContext;
}

const retired = (key: SigningKey | undefined, { target, rules, announced }: Case): SignatureFault[] => {
  // Releases published while the key was active stay valid.
  const isLate = announced.publishedAt === undefined || (key?.retiredAt ?? '') < announced.publishedAt;
  if (key === undefined || isActiveSigningKey(key) || !isLate) return [];
  const made = `${target} was signed with ${key.keyId} (${key.name}), which is retired`;
  const { before } = announced;
  const usable = rules.keys.filter((one) => isActiveSigningKey(one) && one.kind === key.kind);
  // No active key can update these clients; signing with one would strand them.
  const isNeeded =
    before !== undefined && usable.every((one) => trustedAlternatives({ target, before }, rules.keys, one));
  const detail = isNeeded
    ? `${made}. Clients on ${before.version} trust no active key. Unless it is lost or stolen, reactivate it until the bridge is published.`
    : `${made}. Sign with ${namesOf(rules.keys.filter(isActiveSigningKey))}.`;
  return [{ code: 'signature-key-retired', detail }];
};

const unversioned = ({ form }: SignatureClaim, { target, rules, announced }: Case): SignatureFault[] => {
  if (form.kind === 'minisign') {
    const detail = `The signature of ${target} doesn’t name a version, so an old file could be served as a new one. Sign with \`tauri build\` 2.11.5 or newer, \`tauri signer sign --app-version ${announced.version}\` or \`minisign -S -t version:${announced.version}\`.`;
    return [{ code: 'signature-version-missing', detail }];
  }
  if (rules.signedVersion !== 'require') return [];
  const detail = `The signature of ${target} is raw Ed25519, which names no version. Sign with minisign or Tauri.`;
  return [{ code: 'signature-version-missing', detail }];
};

const versioned = (claim: SignatureClaim, one: Case): SignatureFault[] => {
  const { target, announced } = one;
  const { version } = announced;
  const signed = claimedVersion(claim);
  if (signed === undefined) return unversioned(claim, one);
  if (matchesSignedVersion(signed, version)) return [];
  const detail = `Signature rejected: ${target} was signed for ${signed}, not ${version}. Clients would reject it.`;
  return [{ code: 'signature-version-differs', detail }];
};

/** The previous release, if its clients update to this version; an older version serves those that could not. */
const leftBehind = ({ before, version }: SignatureContext): PreviousRelease | undefined =>
  before !== undefined && compareVersions(parseVersion(before.version), parseVersion(version)) <= 0
    ? before
    : undefined;

/** Whether clients of the previous release can verify this key's signature. */
const stranding = (key: SigningKey | undefined, { target, rules, announced }: Case): SignatureFault[] => {
  const { version } = announced;
  const before = leftBehind(announced);
  const trusted = before && key && trustedAlternatives({ target, before }, rules.keys, key);
  if (before === undefined || key === undefined || trusted === undefined) return [];
  const clients = `Clients on ${before.version} trust ${namesOf(trusted)} and reject files signed with ${key.keyId}`;
  const code = 'signature-strands-clients';
  const usable = trusted.filter(isActiveSigningKey);
  if (usable.length === 0)
    return [
      {
        code,
        isUnavoidable: true,
        detail: `${clients}. Reactivate ${namesOf(trusted)} and sign with it, or they must install ${version} manually.`,
      },
    ];
  const sign = `${clients}. Sign ${target} with ${namesOf(usable)}.`;
  if (!isBuiltInLater(key, before, rules.keys)) return [{ code, detail: sign }];
  const detail = `${sign} If ${version} is the first version with ${key.keyId} built in, it becomes the bridge. Sign later releases with ${key.keyId} and set its fromVersion to ${version}.`;
  return [{ code, detail }];
};

const mismatch = ({ form }: SignatureClaim, target: string): SignatureFault => ({
  code: 'signature-mismatch',
  detail:
    form.kind === 'minisign'
      ? `Signature rejected: ${target} changed after signing. Sign the uploaded file.`
      : `Signature rejected: no key of this app made the signature of ${target}. Sign the uploaded file with a known key.`,
});

/** Only a verdict says anything about the bytes. */
export const signatureFaults = (
  artifact: SignedArtifact,
  rules: SigningRules,
  announced: SignatureContext,
): SignatureFault[] => {
  const { target } = artifact;
  const signedBy = artifact.verdict?.signedBy;
  const claim = readSignatureClaim(artifact, rules, signedBy?.id);
  if ('code' in claim) return [{ code: claim.code, detail: obstacleText(claim, target, rules) }];
  if (signedBy === undefined && isCheckedByAllKeys(artifact, claim)) return [mismatch(claim, target)];
  // Until the bytes are verified, minisign's own key ID names the signer.
  const named = claim.form.kind === 'minisign' ? claim.signers[0] : undefined;
  const key = signedBy === undefined ? named : rules.keys.find(({ id }) => id === signedBy.id);
  const one: Case = { target, rules, announced };
  return [...retired(key, one), ...versioned(claim, one), ...stranding(key, one)];
};

export const isFatalSignatureFault = (
  { code, isUnavoidable }: SignatureFault,
  { signatures, signedVersion }: SigningRules,
): boolean =>
  signatures === 'require' &&
  isUnavoidable !== true &&
  (code !== 'signature-version-missing' || signedVersion === 'require');
