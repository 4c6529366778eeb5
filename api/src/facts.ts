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
      'Name of the saved file: 1–200 letters, digits, `.`, `_`, `+`, `~`, `-`. Starts with a letter or digit and ends with `format`.',
  }),
  sha512: Type.String({
    maxLength: fieldBounds.sha512,
    pattern: '^([0-9A-Fa-f]{128}|[A-Za-z0-9+/]{86}==)$',
    description:
      'SHA-512 in base64 or 128 hexadecimal characters; returned in base64. Required by electron-updater.',
  }),
  sha1: Type.String({
    maxLength: fieldBounds.sha1,
    pattern: '^[0-9A-Fa-f]{40}$',
    description: 'SHA-1, 40 hexadecimal characters. Required by Squirrel.Windows and Velopack.',
  }),
  companionOf: Type.String({
    maxLength: fieldBounds.target,
    pattern: targetPattern,
    description:
      'Target of the artifact that this block map, delta or zsync file belongs to. Its own target adds a dot and a suffix: `windows-x86_64.blockmap`. Companions are never offered on their own.',
  }),
  blockMapSize: Type.Integer({
    minimum: 1,
    maximum: 0xffff_ffff,
    description: 'Size in bytes of the block map at the end of an AppImage. Dropped if the file disagrees.',
  }),
  build: Type.String({
    maxLength: fieldBounds.build,
    pattern: '^[A-Za-z0-9.+-]{1,64}$',
    description: 'Build number that macOS compares (CFBundleVersion).',
  }),
  minimumSystem: systemNumber('Oldest operating system version the file runs on: `13.0`.'),
  minimumKernel: systemNumber('The same as a kernel version, which electron-updater compares: `22.0.0`.'),
  installerArguments: Type.String({
    maxLength: fieldBounds.installerArguments,
    pattern: '^[\\x20-\\x7e]{1,500}$',
    description: 'Arguments that WinSparkle passes to the installer.',
  }),
  deltaFrom: Type.String({
    maxLength: fieldBounds.version,
    pattern: versionPattern,
    description: 'Version or build that a delta starts from. Default: the previously published release.',
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
