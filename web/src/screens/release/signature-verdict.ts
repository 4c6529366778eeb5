import type { Artifact, SigningKey, Warning } from '@slipway/api';
import { namesTarget } from '../../actions/warning-groups.ts';
import { signatureDetails, signatureLabels, signedText } from './messages.ts';

/* The status of an artifact's signature. Pure. */

export interface SignatureVerdict {
  tone: 'good' | 'warn' | 'bad' | 'plain';
  label: string;
  detail: string;
  /** The name of the signing key. */
  by?: string;
}

/** Warnings that do not say that the signature is wrong. */
const mild: readonly string[] = [
  'signature-missing',
  'signature-key-unknown',
  'signature-version-missing',
  'signature-key-retired',
  'signature-strands-clients',
];

const nameOf = (keys: readonly SigningKey[], id: string, keyId: string): string =>
  keys.find((key) => key.id === id)?.name ?? keyId;

/** The review's finding about a target's signature, if any. */
export const signatureWarning = (
  target: string,
  warnings: readonly Warning[],
): SignatureVerdict | undefined => {
  const fault = warnings.find(
    ({ code, detail }) => code.startsWith('signature-') && namesTarget(detail, target),
  );
  if (fault === undefined) return undefined;
  return {
    tone: mild.includes(fault.code) ? 'warn' : 'bad',
    label: signatureLabels[fault.code] ?? fault.code.replace('signature-', ''),
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
  const { unsigned, unknownKey, unchecked } = signatureDetails;
  if (signature === null) return { tone: 'plain', label: 'Unsigned', detail: unsigned };
  if (signedBy === null) return { tone: 'warn', label: 'Unknown key', detail: unknownKey };
  if (signedBy === undefined) return { tone: 'plain', label: 'Not checked', detail: unchecked };
  const by = nameOf(keys, signedBy.id, signedBy.keyId);
  return { tone: 'good', label: 'Verified', by, detail: signedText(by, signedBy.version) };
};
