import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Mistake } from '@slipway/build-files/mistake.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { parseSignature, type Signature } from '@slipway/build-files/signature.ts';
import type { ProjectKey } from '../../signing/project-key.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import { candidateKeys, verifySignature } from '../../signing/signature.ts';
import { quoteForShell } from '../../terminal/shell-quote.ts';
import type { Plan } from '../plan/plan.ts';

/*
 * What a signature is worth shows only in the bytes that it covers, which are here. Who may have made it, and for which
 * version, the service says in its review. An app that knows no keys yet is held against the one that its build trusts.
 */

/** What signatures are held against. */
export interface TrustedKeys {
  /** The app's keys that are in use, and those that were. */
  keys: PublicKey[];
  retired: PublicKey[];
  /** The key that this build trusts. */
  own: ProjectKey | undefined;
  /** What the service does about signatures. */
  policy: 'off' | 'warn' | 'require';
}

/** What is signed as a whole must be held as a whole; the service reads larger ones piece by piece. */
const maxHeldBytes = 1024 ** 3;

const signedBytes = async (item: PlanItem, signature: Signature, plan: Plan): Promise<Buffer | undefined> => {
  if (signature.isPrehashed) return plan.digests.get(item.path)?.blake2b;
  return item.sizeBytes > maxHeldBytes ? undefined : await readFile(item.path);
};

const told = {
  mismatch: ({ target }: PlanItem, { keyId }: Signature) =>
    keyId === undefined
      ? `The signature of ${target} was made for other bytes, or by a key that is not known: clients would download the file and refuse it. Sign the file that you publish, with the app’s own key.`
      : `The signature of ${target} was made for other bytes: clients would download the file and refuse it. Sign the file that you publish.`,
  'comment-changed': ({ target }: PlanItem) =>
    `The signature of ${target} holds, but its trusted comment was changed after signing: clients would refuse it. Sign the file again.`,
} as const;

interface SignatureFinding {
  code: string;
  detail: string;
  /** The target of the signature that it is about. */
  target?: string;
}

/** The files of a plan that are signed. */
const mainsOf = ({ items }: Plan): PlanItem[] =>
  items.filter(({ companionOf, signature = '' }) => companionOf === undefined && signature !== '');

/** What is wrong with a signature under the keys that may have made it. */
const findFault = async (
  item: PlanItem,
  { plan, keys }: { plan: Plan; keys: PublicKey[] },
): Promise<SignatureFinding | undefined> => {
  const signature = parseSignature(item.signature ?? '');
  const candidates = signature === undefined ? [] : candidateKeys(signature, keys);
  if (signature === undefined || candidates.length === 0) return undefined;
  const signed = await signedBytes(item, signature, plan);
  if (signed === undefined) return undefined;
  const found = candidates.map((key) => verifySignature(signature, key, signed));
  if (found.includes('holds')) return undefined;
  const holding = found.includes('comment-changed') ? 'comment-changed' : 'mismatch';
  return { code: `signature-${holding}`, detail: told[holding](item, signature), target: item.target };
};

/** One after the other: some signatures are of the file itself, which is held in memory then. */
const findFaults = async (plan: Plan, keys: PublicKey[]): Promise<(SignatureFinding | undefined)[]> => {
  const found: (SignatureFinding | undefined)[] = [];
  for (const item of mainsOf(plan)) found.push(await findFault(item, { plan, keys }));
  return found;
};

/** That a file was signed by another key than the one that its own build trusts. */
const findForeign = (
  { target, signature: text = '' }: PlanItem,
  own: ProjectKey,
  folder: string,
): SignatureFinding | undefined => {
  const signature = parseSignature(text);
  if (signature?.keyId === undefined || own.isBare || signature.keyId === own.keyId) return undefined;
  const detail = `The signature of ${target} was made by ${signature.keyId}, but the build itself trusts ${own.keyId} (${relative(folder, own.from)}): it was signed with the wrong key, or the key is being changed. See "Rotating a signing key" in docs/OPERATIONS.md.`;
  return { code: 'signature-key-unknown', detail, target };
};

/** Clients would download what has one of these and refuse it: an app that has keys does not publish it unasked. */
const stopping = ['signature-key-unknown', 'signature-mismatch'];

const toMistake = ({ code, detail }: SignatureFinding, { keys, policy }: TrustedKeys): Mistake => {
  if (policy === 'require' && code === 'signature-mismatch')
    return { code, detail, allowable: false, refused: true };
  const stops = keys.length > 0 && stopping.includes(code);
  return { code, detail, allowable: true, ...(stops ? {} : { strictOnly: true }) };
};

/** Whether none of the app's keys, in use or retired, can have made a signature. */
const isOfUnknownKey = ({ signature: text = '' }: PlanItem, { keys, retired }: TrustedKeys): boolean => {
  const signature = parseSignature(text);
  return signature !== undefined && candidateKeys(signature, [...keys, ...retired]).length === 0;
};

const findUnknownKey = (item: PlanItem, trust: TrustedKeys): SignatureFinding | undefined => {
  if (!isOfUnknownKey(item, trust)) return undefined;
  const { target, signature = '' } = item;
  const maker = parseSignature(signature)?.keyId ?? 'a key';
  const known = trust.keys.map(({ keyId }) => keyId).join(', ');
  const detail = `The signature of ${target} was made by ${maker}, which this app does not know; it knows ${known}. Sign the file with one of these, or add the key with \`slipway signing-keys add\`.`;
  return { code: 'signature-key-unknown', detail, target };
};

/** That the build trusts a key which the app does not know: whoever installs it could not be updated by any other. */
const findUnknownOwn = ({ app, version }: Plan, own: ProjectKey, folder: string): SignatureFinding => {
  const file = relative(folder, own.from);
  const add = `slipway signing-keys add ${quoteForShell(file)} --from-version ${quoteForShell(version)}`;
  const detail = `${file} trusts ${own.keyId}, which ${app} does not know: copies of ${version} refuse what other keys sign after it. If the key is being changed and ${version} is the first to have it, sign ${version} with the key before, which makes it the bridge, and register the new one: \`${add}\`.`;
  return { code: 'pubkey-unknown', detail };
};

/** Against the app's keys. Unknown keys and changed comments the service tells in its review, unless it judges nothing. */
const judgeByKeys = async (
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

/** Against the key that the build itself trusts, where the app knows none yet. */
const judgeByOwn = async (
  plan: Plan,
  own: ProjectKey,
  folder: string,
): Promise<(SignatureFinding | undefined)[]> => {
  const found = await findFaults(plan, [own]);
  return [...found, ...mainsOf(plan).map((item) => findForeign(item, own, folder))];
};

/** What is wrong with the signatures of a plan, and which of its files they are of. */
export interface SignatureReport {
  mistakes: Mistake[];
  /** By target, in two words for the plan. */
  doubts: Map<string, string>;
}

const doubtWords: Record<string, string> = {
  'signature-key-unknown': 'unknown key',
  'signature-mismatch': 'wrong file',
  'signature-comment-changed': 'changed',
};

/** Signatures that clients would refuse, told by the files themselves. */
export const checkSignatures = async (
  plan: Plan,
  trust: TrustedKeys,
  folder: string,
): Promise<SignatureReport> => {
  const { keys, own } = trust;
  const judged =
    keys.length === 0 && own !== undefined
      ? await judgeByOwn(plan, own, folder)
      : await judgeByKeys(plan, trust, folder);
  const found = judged.filter((one) => one !== undefined);
  const unknown = keys.length === 0 ? [] : mainsOf(plan).filter((item) => isOfUnknownKey(item, trust));
  const doubts = new Map(unknown.map(({ target }) => [target, 'unknown key']));
  for (const { code, target } of found)
    if (target !== undefined) doubts.set(target, doubtWords[code] ?? code);
  return { mistakes: found.map((one) => toMistake(one, trust)), doubts };
};
