import type { Fault } from './errors.ts';

/*
 * Facts about a file that some updaters need beyond the specification. They are never guessed: the publisher declares
 * them, and hashes are verified before publishing.
 */

/** In addition to the SHA-256 that every file has. */
export interface Digests {
  /** Base64, as electron-updater reads it. */
  sha512?: string;
  /** Lowercase hex. */
  sha1?: string;
}

export interface Facts extends Digests {
  /** The name the file is saved under. */
  fileName?: string;
  /** Size of the block map at the end of an AppImage. */
  blockMapSize?: number;
  /** The build number that macOS compares instead of the version. */
  build?: string;
  minimumSystem?: string;
  minimumKernel?: string;
  installerArguments?: string;
  /** The version or build that a delta updates from. */
  deltaFrom?: string;
}

const names = [
  'fileName',
  'sha512',
  'sha1',
  'blockMapSize',
  'build',
  'minimumSystem',
  'minimumKernel',
  'installerArguments',
  'deltaFrom',
] as const satisfies readonly (keyof Facts)[];

/** May contain undefined members. */
export type DeclaredFacts = { [Name in keyof Facts]?: Facts[Name] | undefined };

/** Omits undefined members. */
export const definedFacts = (declared: DeclaredFacts): Facts =>
  Object.fromEntries(
    names.flatMap((name) => (declared[name] === undefined ? [] : [[name, declared[name]]])),
  ) as Facts;

/** Normalizes the encoding of hashes. */
export const canonicalDigests = ({ sha512, sha1 }: DeclaredFacts): DeclaredFacts => ({
  sha512: sha512?.length === 128 ? Buffer.from(sha512, 'hex').toString('base64') : sha512,
  sha1: sha1?.toLowerCase(),
});

export const digestsOf = ({ sha512, sha1 }: Facts): Digests => ({
  ...(sha512 === undefined ? {} : { sha512 }),
  ...(sha1 === undefined ? {} : { sha1 }),
});

/** The members of a declaration that must be consistent. */
export interface RelatedFields {
  target?: string | undefined;
  format?: string | undefined;
  fileName?: string | undefined;
  companionOf?: string | undefined;
}

const misnamed = ({ fileName, format }: RelatedFields): Fault[] =>
  fileName === undefined || format === undefined || fileName.endsWith(format)
    ? []
    : [
        {
          pointer: '/fileName',
          code: 'format-differs',
          detail: `fileName must end with the format, ${format}.`,
        },
      ];

const misplaced = ({ target, companionOf: main }: RelatedFields): Fault[] =>
  main === undefined ||
  target === undefined ||
  (target.startsWith(`${main}.`) && target.length > main.length + 1)
    ? []
    : [
        {
          pointer: '/companionOf',
          code: 'target-differs',
          detail: `The target of a companion of ${main} must be ${main}, a dot and a suffix: ${main}.blockmap.`,
        },
      ];

export const relatedFieldFaults = (declared: RelatedFields): Fault[] => [
  ...misnamed(declared),
  ...misplaced(declared),
];
