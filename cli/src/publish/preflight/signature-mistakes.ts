import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Mistake } from '@slipway/build-files/mistake.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { parseSignatureText, type SignatureFormat, signerKeyId } from '@slipway/core/signature.ts';
import type { ProjectKey } from '../../signing/project-key.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import { candidateKeys, isPrehashed, verifySignature } from '../../signing/signature.ts';
import { quoteForShell } from '../../terminal/shell-quote.ts';
import type { Plan } from '../plan/plan.ts';

/*
 * Only the signed bytes, which are local, prove a signature. The server's review checks the key and the version. For an
 * app without registered keys, signatures are checked against the key in the build.
 */

export interface TrustedKeys {
  /** The app's active and retired keys. */
  keys: PublicKey[];
  retired: PublicKey[];
  /** The key that this build trusts. */
  own: ProjectKey | undefined;
  policy: 'off' | 'warn' | 'require';
}

/** A signature of the file itself needs the whole file in memory; the server streams larger ones. */
const maxHeldBytes = 1024 ** 3;

const signedBytes = async (
  item: PlanItem,
  signature: SignatureFormat,
  plan: Plan,
): Promise<Buffer | undefined> => {
  if (isPrehashed(signature)) return plan.digests.get(item.path)?.blake2b;
  return item.sizeBytes > maxHeldBytes ? undefined : await readFile(item.path);
};

const messages = {
  mismatch: ({ target }: PlanItem, { kind }: SignatureFormat) =>
    kind === 'ed25519'
      ? `Signature of ${target} rejected: the file changed after signing, or the key is unknown. Clients would download it and then reject it. Sign the file you publish with the app’s key.`
      : `Signature of ${target} rejected: the file changed after signing. Clients would download it and then reject it. Sign the file you publish.`,
  'comment-changed': ({ target }: PlanItem) =>
    `Signature of ${target} rejected: its trusted comment was changed after signing. Sign the file again.`,
} as const;

interface SignatureFinding {
  code: string;
  detail: string;
  target?: string;
}

/** The signed files of a plan, without companions. */
const mainsOf = ({ items }: Plan): PlanItem[] =>
  items.filter(({ companionOf, signature = '' }) => companionOf === undefined && signature !== '');

/** Verifies a signature with the keys that may have made it. */
const findFault = async (
  item: PlanItem,
  { plan, keys }: { plan: Plan; keys: PublicKey[] },
): Promise<SignatureFinding | undefined> => {
  const signature = parseSignatureText(item.signature ?? '');
  const { target } = item;
  if (typeof signature === 'string') {
    const detail = `Clients cannot read the signature for ${target}: ${signature}.`;
    return { code: 'signature-unreadable', detail, target };
  }
  const candidates = candidateKeys(signature, keys);
  if (candidates.length === 0) return undefined;
  const signed = await signedBytes(item, signature, plan);
  if (signed === undefined) return undefined;
  const found = candidates.map((key) => verifySignature(signature, key, signed));
  if (found.includes('holds')) return undefined;
  const holding = found.includes('comment-changed') ? 'comment-changed' : 'mismatch';
  return { code: `signature-${holding}`, detail: messages[holding](item, signature), target };
};

/** Sequential, because some signatures need the whole file in memory. */
const findFaults = async (plan: Plan, keys: PublicKey[]): Promise<(SignatureFinding | undefined)[]> => {
  const found: (SignatureFinding | undefined)[] = [];
  for (const item of mainsOf(plan)) found.push(await findFault(item, { plan, keys }));
  return found;
};

/** The file's signing key differs from the key that its build trusts. */
const findForeign = (
  { target, signature: text = '' }: PlanItem,
  own: ProjectKey,
  folder: string,
): SignatureFinding | undefined => {
  const keyId = signerKeyId(text);
  if (keyId === undefined || own.kind === 'ed25519' || keyId === own.keyId) return undefined;
  const detail = `${target} was signed with ${keyId}, but the build trusts ${own.keyId} (${relative(folder, own.from)}). Use the right key, or follow “Rotate a key” in docs/SIGNING.md if you are changing keys.`;
  return { code: 'signature-key-unknown', detail, target };
};

/** Clients would download the file and reject it, so an app with keys does not publish it by default. */
const stopping = ['signature-key-unknown', 'signature-mismatch'];

const toMistake = ({ code, detail }: SignatureFinding, { keys, policy }: TrustedKeys): Mistake => {
  if (policy === 'require' && code === 'signature-mismatch')
    return { code, detail, allowable: false, refused: true };
  const stops = keys.length > 0 && stopping.includes(code);
  return { code, detail, allowable: true, ...(stops ? {} : { strictOnly: true }) };
};

/** Considers active and retired keys. */
const isOfUnknownKey = ({ signature: text = '' }: PlanItem, { keys, retired }: TrustedKeys): boolean => {
  const signature = parseSignatureText(text);
  return typeof signature !== 'string' && candidateKeys(signature, [...keys, ...retired]).length === 0;
};

const findUnknownKey = (item: PlanItem, trust: TrustedKeys): SignatureFinding | undefined => {
  if (!isOfUnknownKey(item, trust)) return undefined;
  const { target, signature = '' } = item;
  const maker = signerKeyId(signature) ?? 'a key';
  const keyIds = trust.keys.map(({ keyId }) => keyId).join(', ');
  const detail = `${target} was signed with ${maker}, which this app doesn’t have. Its keys: ${keyIds}. Sign the file with one of these, or add the key with \`slipway signing-keys add\`.`;
  return { code: 'signature-key-unknown', detail, target };
};

/** The build trusts a key that the app does not know, so no other key could update its users. */
const findUnknownOwn = ({ app, version }: Plan, own: ProjectKey, folder: string): SignatureFinding => {
  const file = relative(folder, own.from);
  const add = `slipway signing-keys add ${quoteForShell(file)} --from-version ${quoteForShell(version)}`;
  const detail = `${file} trusts ${own.keyId}, which ${app} doesn’t have. Clients on ${version} would reject releases signed with other keys. To rotate keys, sign ${version} with the previous key and add the new one: \`${add}\`.`;
  return { code: 'pubkey-unknown', detail };
};

/** The server's review reports unknown keys and changed comments, unless the policy is off. */
const checkAgainstKeys = async (
  plan: Plan,
  trust: TrustedKeys,
  folder: string,
): Promise<(SignatureFinding | undefined)[]> => {
  const { keys, own, policy } = trust;
  const found = await findFaults(plan, keys);
  const isKnown = own === undefined || keys.some(({ keyId }) => keyId === own.keyId);
  return [
    ...found.filter((one) => one?.code === 'signature-mismatch'),
    ...(policy === 'off' ? mainsOf(plan).map((item) => findUnknownKey(item, trust)) : []),
    ...(isKnown ? [] : [findUnknownOwn(plan, own, folder)]),
  ];
};

/** Uses the key that the build trusts, because the app has none yet. */
const checkAgainstOwnKey = async (
  plan: Plan,
  own: ProjectKey,
  folder: string,
): Promise<(SignatureFinding | undefined)[]> => {
  const found = await findFaults(plan, [own]);
  return [...found, ...mainsOf(plan).map((item) => findForeign(item, own, folder))];
};

export interface SignatureReport {
  mistakes: Mistake[];
  /** A short label for the plan, by target. */
  warnings: Map<string, string>;
}

const doubtWords: Record<string, string> = {
  'signature-key-unknown': 'unknown key',
  'signature-mismatch': 'wrong file',
  'signature-unreadable': 'unreadable',
  'signature-comment-changed': 'changed',
};

/** Finds signatures that clients would reject. */
export const checkSignatures = async (
  plan: Plan,
  trust: TrustedKeys,
  folder: string,
): Promise<SignatureReport> => {
  const { keys, own } = trust;
  const results =
    keys.length === 0 && own !== undefined
      ? await checkAgainstOwnKey(plan, own, folder)
      : await checkAgainstKeys(plan, trust, folder);
  const found = results.filter((one) => one !== undefined);
  const unknown = keys.length === 0 ? [] : mainsOf(plan).filter((item) => isOfUnknownKey(item, trust));
  const warnings = new Map(unknown.map(({ target }) => [target, 'unknown key']));
  for (const { code, target } of found)
    if (target !== undefined) warnings.set(target, doubtWords[code] ?? code);
  return { mistakes: found.map((one) => toMistake(one, trust)), warnings };
};
