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
      return `The artifact for ${target} has no signature; sign it with ${active}.`;
    case 'signature-unreadable':
      return `Clients cannot read the signature for ${target}: ${obstacle.reason}.`;
    case 'signature-key-unknown':
      return obstacle.keyId === undefined
        ? `The signature for ${target} is raw Ed25519, and this app knows no such key: it knows ${namesOf(keys)}. Add the key, or sign with one that is known.`
        : `The signature for ${target} was made by ${obstacle.keyId}; this app knows ${namesOf(keys)}. Sign with one of these, or add the key.`;
    case 'signature-comment-changed':
      return `The signature for ${target} was changed after it was made: its trusted comment does not belong to it. Sign the file again.`;
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
  const made = `The signature for ${target} was made by ${key.keyId} (${key.name}), which is retired`;
  const { before } = announced;
  const usable = rules.keys.filter((one) => isActiveSigningKey(one) && one.kind === key.kind);
  // No active key can update these clients; signing with one would strand them.
  const isNeeded =
    before !== undefined && usable.every((one) => trustedAlternatives({ target, before }, rules.keys, one));
  const detail = isNeeded
    ? `${made}, and clients of ${before.version} trust no key that is in use: unless it is lost or stolen, make it active again until the bridge is published.`
    : `${made}; sign with ${namesOf(rules.keys.filter(isActiveSigningKey))}.`;
  return [{ code: 'signature-key-retired', detail }];
};

const unversioned = ({ form }: SignatureClaim, { target, rules, announced }: Case): SignatureFault[] => {
  if (form.kind === 'minisign') {
    const detail = `The signature for ${target} names no version, so that an old file could be passed off as a new one: sign it with \`tauri build\` of 2.11.5 or newer, \`tauri signer sign --app-version ${announced.version}\` or \`minisign -S -t version:${announced.version}\`.`;
    return [{ code: 'signature-version-missing', detail }];
  }
  if (rules.signedVersion !== 'require') return [];
  const detail = `The signature for ${target} is raw Ed25519, which names no version: sign the file with minisign or Tauri.`;
  return [{ code: 'signature-version-missing', detail }];
};

const versioned = (claim: SignatureClaim, one: Case): SignatureFault[] => {
  const { target, announced } = one;
  const { version } = announced;
  const signed = claimedVersion(claim);
  if (signed === undefined) return unversioned(claim, one);
  if (matchesSignedVersion(signed, version)) return [];
  const detail = `The signature for ${target} was made for version ${signed}, not ${version}: clients refuse it.`;
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
  const clients = `Clients of ${before.version} trust ${namesOf(trusted)} and refuse what ${key.keyId} has signed`;
  const code = 'signature-strands-clients';
  const usable = trusted.filter(isActiveSigningKey);
  if (usable.length === 0)
    return [
      {
        code,
        isUnavoidable: true,
        detail: `${clients}: unless ${namesOf(trusted)} is made active again and signs it, they have to install ${version} by hand.`,
      },
    ];
  const sign = `${clients}: sign ${target} with ${namesOf(usable)}.`;
  if (!isBuiltInLater(key, before, rules.keys)) return [{ code, detail: sign }];
  const detail = `${sign} Where ${version} is the first to have ${key.keyId} built in, that makes it the bridge; what follows it is signed with ${key.keyId}, whose fromVersion is then ${version}.`;
  return [{ code, detail }];
};

const mismatch = ({ form }: SignatureClaim, target: string): SignatureFault => ({
  code: 'signature-mismatch',
  detail:
    form.kind === 'minisign'
      ? `The signature for ${target} is not one of these bytes: sign the very file that is uploaded.`
      : `No key of this app made the signature for ${target} over these bytes: sign the very file that is uploaded, with a key that is known here.`,
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
