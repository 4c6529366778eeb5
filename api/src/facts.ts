import { type TOptional, type TSchema, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { Omittable } from './field.ts';
import { targetPattern, versionPattern } from './pattern.ts';

/*
 * Optional file details that some updaters need beyond the specification. Responses omit undeclared ones. The server
 * verifies a declared hash and does not compute an undeclared one.
 */

const systemNumber = (description: string) =>
  Type.String({ maxLength: fieldBounds.system, pattern: '^[0-9]{1,9}(\\.[0-9]{1,9}){0,2}$', description });

/** Artifact fields beyond the specification. */
const factFields = {
  fileName: Type.String({
    maxLength: fieldBounds.fileName,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._+~-]{0,199}$',
    description:
      'The name that the file is saved under: 1–200 letters, digits, `.`, `_`, `+`, `~`, `-`, beginning with a letter or digit and ending in `format`.',
  }),
  sha512: Type.String({
    maxLength: fieldBounds.sha512,
    pattern: '^([0-9A-Fa-f]{128}|[A-Za-z0-9+/]{86}==)$',
    description:
      'The SHA-512 of the file, in base64 or 128 hexadecimal characters; shown in base64. Electron’s updater needs it.',
  }),
  sha1: Type.String({
    maxLength: fieldBounds.sha1,
    pattern: '^[0-9A-Fa-f]{40}$',
    description: 'The SHA-1 of the file, 40 hexadecimal characters. Squirrel.Windows and Velopack need it.',
  }),
  companionOf: Type.String({
    maxLength: fieldBounds.target,
    pattern: targetPattern,
    description:
      'The target of the artifact that this file goes with: a block map, a delta, a zsync file. Its own target is that one, a dot and more: `windows-x86_64.blockmap`. A companion is offered to no client by itself.',
  }),
  blockMapSize: Type.Integer({
    minimum: 1,
    maximum: 0xffff_ffff,
    description:
      'How many bytes the block map at the end of an AppImage takes; forgotten unless the file says the same.',
  }),
  build: Type.String({
    maxLength: fieldBounds.build,
    pattern: '^[A-Za-z0-9.+-]{1,64}$',
    description: 'The build number that macOS compares (CFBundleVersion).',
  }),
  minimumSystem: systemNumber('The oldest system that the file runs on, by the system’s own number: `13.0`.'),
  minimumKernel: systemNumber(
    'The same by the kernel’s number, which Electron’s updater compares: `22.0.0`.',
  ),
  installerArguments: Type.String({
    maxLength: fieldBounds.installerArguments,
    pattern: '^[\\x20-\\x7e]{1,500}$',
    description: 'What WinSparkle starts the installer with.',
  }),
  deltaFrom: Type.String({
    maxLength: fieldBounds.version,
    pattern: versionPattern,
    description:
      'The version, or build, that a delta starts from; the release published before where it is not said.',
  }),
};

type Fields = typeof factFields;

const mapFields = (change: (field: TSchema) => TSchema) =>
  Object.fromEntries(Object.entries(factFields).map(([name, field]) => [name, change(field)]));

/** The fields in responses, which omit undeclared ones. */
export const optionalFacts = mapFields(Type.Optional) as { [N in keyof Fields]: TOptional<Fields[N]> };

/** The fields in a declaration. */
export const omittableFacts = mapFields(Omittable) as {
  [N in keyof Fields]: ReturnType<typeof Omittable<Fields[N]>>;
};
