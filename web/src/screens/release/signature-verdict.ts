import type { Artifact, SigningKey, Warning } from '@slipway/api';

/* The status of an artifact's signature, as a label and a sentence. Pure. */

export interface SignatureVerdict {
  tone: 'good' | 'warn' | 'bad' | 'plain';
  label: string;
  detail: string;
  /** The name of the signing key. */
  by?: string;
}

const words: Readonly<Record<string, string>> = {
  'signature-missing': 'Unsigned',
  'signature-unreadable': 'Invalid',
  'signature-key-unknown': 'Unknown key',
  'signature-key-retired': 'Retired key',
  'signature-comment-changed': 'Invalid',
  'signature-mismatch': 'Wrong file',
  'signature-version-differs': 'Wrong version',
  'signature-version-missing': 'No version',
  'signature-strands-clients': 'Not for all clients',
};

/** Warnings that leave the signature valid. */
const mild: readonly string[] = [
  'signature-version-missing',
  'signature-key-retired',
  'signature-strands-clients',
];

/** Whether a sentence names this exact target, not one with the same prefix. */
const names = (detail: string, target: string): boolean => {
  const at = detail.indexOf(target);
  return at !== -1 && !/[\w-]/.test(detail[at + target.length] ?? ' ');
};

const nameOf = (keys: readonly SigningKey[], id: string, keyId: string): string =>
  keys.find((key) => key.id === id)?.name ?? keyId;

/** The review's finding about a target's signature, if any. */
export const signatureWarning = (
  target: string,
  warnings: readonly Warning[],
): SignatureVerdict | undefined => {
  const fault = warnings.find(({ code, detail }) => code.startsWith('signature-') && names(detail, target));
  if (fault === undefined) return undefined;
  return {
    tone: mild.includes(fault.code) || fault.code === 'signature-missing' ? 'warn' : 'bad',
    label: words[fault.code] ?? fault.code.replace('signature-', ''),
    detail: fault.detail,
  };
};

export const signatureVerdict = (
  { target, signature, signedBy }: Pick<Artifact, 'target' | 'signature' | 'signedBy'>,
  warnings: readonly Warning[],
  keys: readonly SigningKey[] = [],
): SignatureVerdict => {
  const fault = signatureWarning(target, warnings);
  if (fault !== undefined) return fault;
  if (signature === null)
    return { tone: 'plain', label: 'Unsigned', detail: 'Published without a signature.' };
  if (signedBy === null)
    return { tone: 'warn', label: 'Unknown key', detail: 'Signed with a key this app doesn’t have.' };
  if (signedBy === undefined)
    return {
      tone: 'plain',
      label: 'Not checked',
      detail: 'The app had no signing keys when this was published.',
    };
  const by = nameOf(keys, signedBy.id, signedBy.keyId);
  const version = signedBy.version === null ? '' : ` for version ${signedBy.version}`;
  return {
    tone: 'good',
    label: 'Verified',
    by,
    detail: `Signed with ${by}${version}.`,
  };
};
