import {
  formatPattern,
  targetDescription,
  targetPattern,
  versionDescription,
  versionPattern,
} from '@slipway/api';
import { allowableMistake, fatalMistake, type Mistake } from './mistake.ts';
import type { PlanItem } from './plan-item.ts';
import { versionDiffers } from './version.ts';

/* Mistakes that only the local files show, and fields that the API contract rejects. */

const maxNotesBytes = 64 * 1024;
const maxSignatureBytes = 32 * 1024;

export interface PlannedRelease {
  version: string;
  /** The source of the version. */
  versionFrom: string;
  notes: string | undefined;
  /** Notes from the build, used if the release has none. */
  builtNotes?: string | undefined;
  items: readonly PlanItem[];
}

const fits = (pattern: string, text: string): boolean => new RegExp(pattern).test(text);

const versionMistakes = (version: string): Mistake[] => {
  if (!fits(versionPattern, version))
    return [fatalMistake('version-invalid', `${version} is not a valid version: ${versionDescription}`)];
  if (/\d/.test(version)) return [];
  const detail = `Clients can’t compare version ${version}: it has no number.`;
  return [allowableMistake('version-unreadable', detail)];
};

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const signatureMistakes = (
  { target, signature, signaturePath }: PlanItem,
  isPrivateKey: (text: string) => boolean,
): Mistake[] => {
  if (signature === undefined) return [];
  if (isPrivateKey(signature)) {
    const detail = `${signaturePath} contains a private key, not a signature. It was not sent. Keep it out of the build folder.`;
    return [fatalMistake('private-key', detail)];
  }
  if (byteLength(signature) <= maxSignatureBytes) return [];
  return [fatalMistake('signature-too-large', `The signature of ${target} is over 32 KiB.`)];
};

const fieldMistakes = ({ target, path, format }: PlanItem): Mistake[] => {
  const mistakes: Mistake[] = [];
  if (!fits(targetPattern, target))
    mistakes.push(fatalMistake('target-invalid', `${target} is not a valid target: ${targetDescription}`));
  if (!fits(formatPattern, format))
    mistakes.push(
      fatalMistake('format-invalid', `${path} ends in ${format}, which the server doesn’t accept.`),
    );
  return mistakes;
};

const fileMistakes = ({ path, sizeBytes, bundle }: PlanItem): Mistake[] => {
  const announcedBytes = bundle.declared?.bytes;
  const mistakes = sizeBytes === 0 ? [fatalMistake('file-empty', `${path} is empty.`)] : [];
  if (announcedBytes !== undefined && announcedBytes !== sizeBytes) {
    const detail = `${path} has ${sizeBytes} bytes, but its feed says ${announcedBytes}. Build again.`;
    mistakes.push(allowableMistake('build-stale', detail));
  }
  return mistakes;
};

const nameMistakes = (plan: PlannedRelease): Mistake[] =>
  plan.items
    .filter(({ bundle }) => bundle.version !== undefined && versionDiffers(bundle.version, plan.version))
    .map(({ path, bundle }) =>
      allowableMistake(
        'version-differs',
        `The name of ${path} says ${bundle.version}, but the release is ${plan.version} (${plan.versionFrom}). A client that installs it still reports ${bundle.version} and is offered it again and again. Build again as ${plan.version}.`,
      ),
    );

const notesMistakes = ({ notes, builtNotes }: PlannedRelease): Mistake[] => {
  const bytes = byteLength(notes ?? builtNotes ?? '');
  if (bytes <= maxNotesBytes) return [];
  return [fatalMistake('notes-too-large', `The notes have ${bytes} bytes; the limit is 64 KiB.`)];
};

/** Finds every mistake that needs no server. The caller passes in the private key check. */
export const findMistakes = (plan: PlannedRelease, isPrivateKey: (text: string) => boolean): Mistake[] => [
  ...versionMistakes(plan.version),
  ...notesMistakes(plan),
  ...plan.items.flatMap(fileMistakes),
  ...plan.items.flatMap(fieldMistakes),
  ...plan.items.flatMap((item) => signatureMistakes(item, isPrivateKey)),
  ...nameMistakes(plan),
];

/** These mistakes prevent a review by the server, which does not check the other fatal ones. */
const unsendable = [
  'version-invalid',
  'target-invalid',
  'format-invalid',
  'private-key',
  'signature-too-large',
];

/** Whether the plan may go to the server for review: a private key must not, and bad fields would hide the rest. */
export const isSendable = (mistakes: Mistake[]): boolean =>
  !mistakes.some(({ code }) => unsendable.includes(code));
