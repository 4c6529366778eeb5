import { ArtifactDeclaration, Target, Version } from '@slipway/api';
import type { AllowableCode, Mistake, Plan, PlanItem } from './plan.ts';
import { isPrivateKey, signatureFault, signedVersion } from './signature.ts';

/* Mistakes that can be seen in the plan alone. Codes are those of the service's warnings where it has one. */

const maxNotesBytes = 64 * 1024;
const maxSignatureBytes = 32 * 1024;

const semVer =
  /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/** The rule of a field and its words, as the wire contract has them. */
const ruleOf = (schema: object) => schema as { pattern: string; description: string };
const fits = (schema: object, text: string): boolean => new RegExp(ruleOf(schema).pattern).test(text);

const fatal = (code: string, detail: string): Mistake => ({ code, detail, allowable: false });
const doubtful = (code: AllowableCode, detail: string): Mistake => ({ code, detail, allowable: true });

const versionMistakes = (version: string, adapter: string): Mistake[] => {
  if (!fits(Version, version)) {
    return [fatal('version-invalid', `${version} is no version: ${ruleOf(Version).description}`)];
  }
  if (adapter === 'tauri' && !semVer.test(version)) {
    return [
      doubtful(
        'version-unreadable',
        `Tauri’s clients cannot parse the version ${version}; it must be SemVer, as 1.2.3.`,
      ),
    ];
  }
  if (!/^v?\d/.test(version)) {
    return [
      doubtful(
        'version-unreadable',
        `Clients cannot compare the version ${version}: it does not begin with a number.`,
      ),
    ];
  }
  return [];
};

const signatureMistakes = (item: PlanItem, version: string, adapter: string): Mistake[] => {
  const { target, signature, signaturePath, path } = item;
  if (signature !== undefined && isPrivateKey(signature)) {
    return [
      fatal(
        'private-key',
        `${signaturePath} holds a private key, not a signature. It was not sent; keep it off the build folder.`,
      ),
    ];
  }
  if (signature !== undefined && Buffer.byteLength(signature) > maxSignatureBytes) {
    return [fatal('signature-too-large', `The signature of ${target} is over 32 KiB.`)];
  }
  if (adapter !== 'tauri') return [];
  if (signature === undefined || signature === '') {
    const why = signature === '' ? `${signaturePath} is empty` : `there is no ${path}.sig`;
    return [
      doubtful(
        'signature-missing',
        `${target} has no signature: ${why}. Tauri’s clients refuse what is not signed; set "createUpdaterArtifacts": true and TAURI_SIGNING_PRIVATE_KEY and build again.`,
      ),
    ];
  }
  const fault = signatureFault(signature);
  if (fault !== undefined) {
    return [
      doubtful(
        'signature-unreadable',
        `Clients cannot read the signature of ${target} (${signaturePath}): ${fault}.`,
      ),
    ];
  }
  const signed = signedVersion(signature);
  if (signed !== undefined && signed !== version) {
    return [
      doubtful(
        'signature-version-differs',
        `The signature of ${target} was made for version ${signed}, not ${version}: clients refuse it.`,
      ),
    ];
  }
  return [];
};

const itemMistakes = (item: PlanItem): Mistake[] => {
  const { target, path, format, sizeBytes, bundle } = item;
  const mistakes: Mistake[] = [];
  if (sizeBytes === 0) mistakes.push(fatal('file-empty', `${path} is empty.`));
  if (!fits(Target, target)) {
    mistakes.push(fatal('target-invalid', `${target} is no target: ${ruleOf(Target).description}`));
  } else if (!/[^-]-[^-]/.test(target)) {
    mistakes.push(
      doubtful(
        'target-unreachable',
        `No client can ask for the target ${target}: they ask for {target}-{arch}.`,
      ),
    );
  }
  if (!fits(ArtifactDeclaration.properties.format, format)) {
    mistakes.push(
      fatal('format-invalid', `${path} ends in ${format}, which is no format that the service takes.`),
    );
  }
  if (bundle.announcedBytes !== undefined && bundle.announcedBytes !== sizeBytes) {
    mistakes.push(
      doubtful(
        'build-stale',
        `${path} has ${sizeBytes} bytes, but its feed says ${bundle.announcedBytes}: build again.`,
      ),
    );
  }
  return mistakes;
};

const core = (version: string): string => /\d+(?:\.\d+)*/.exec(version)?.[0] ?? version;

/** Whether a version read from a file's name is another one; installers spell pre-releases in their own ways. */
export const differs = (inName: string, version: string): boolean => core(inName) !== core(version);

const nameMistakes = (plan: Plan): Mistake[] =>
  plan.items
    .filter(({ bundle }) => bundle.version !== undefined && differs(bundle.version, plan.version))
    .map(({ path, bundle }) =>
      doubtful(
        'version-differs',
        `${path} is ${bundle.version} by its name, the release is ${plan.version} (${plan.versionFrom}): a client that installs it still reports ${bundle.version} and is offered it again and again. Build again as ${plan.version}.`,
      ),
    );

/** Everything wrong with a plan that can be told without asking anyone. */
export const findMistakes = (plan: Plan, adapter: string): Mistake[] => {
  const notesBytes = Buffer.byteLength(plan.notes ?? '');
  return [
    ...versionMistakes(plan.version, adapter),
    ...(notesBytes > maxNotesBytes
      ? [fatal('notes-too-large', `The notes have ${notesBytes} bytes; 64 KiB is the limit.`)]
      : []),
    ...plan.items.flatMap(itemMistakes),
    ...plan.items.flatMap((item) => signatureMistakes(item, plan.version, adapter)),
    ...nameMistakes(plan),
  ];
};
