import type { Fault } from './errors.ts';

/*
 * What some updaters need to know of a file beyond the specification. Nothing of it is ever guessed: a fact is there
 * because its publisher declared it, and a hash among them is proven before it is published.
 */

/** Hashes beside the SHA-256 that every file has. */
export interface Digests {
  /** Base64, as Electron's updater reads it. */
  sha512?: string;
  /** Lowercase hex. */
  sha1?: string;
}

export interface Facts extends Digests {
  /** The name the file is saved under. */
  fileName?: string;
  /** Bytes of the block map at the end of an AppImage. */
  blockMapSize?: number;
  /** What macOS compares instead of the version. */
  build?: string;
  minimumSystem?: string;
  minimumKernel?: string;
  installerArguments?: string;
  /** The version or build that a delta starts from. */
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

/** Facts as they are declared, before what is not set is left out. */
export type DeclaredFacts = { [Name in keyof Facts]?: Facts[Name] | undefined };

/** The facts among other members; what is not set is left out. */
export const factsOf = (declared: DeclaredFacts): Facts =>
  Object.fromEntries(
    names.flatMap((name) => (declared[name] === undefined ? [] : [[name, declared[name]]])),
  ) as Facts;

/** Hashes as they are kept, however they were written. */
export const canonicalDigests = ({ sha512, sha1 }: DeclaredFacts): DeclaredFacts => ({
  sha512: sha512?.length === 128 ? Buffer.from(sha512, 'hex').toString('base64') : sha512,
  sha1: sha1?.toLowerCase(),
});

/** The hashes among the facts. */
export const digestsOf = ({ sha512, sha1 }: Facts): Digests => ({
  ...(sha512 === undefined ? {} : { sha512 }),
  ...(sha1 === undefined ? {} : { sha1 }),
});

/** What of a declaration has to fit together. */
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
          detail: `fileName must end in the format, ${format}.`,
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
          detail: `The target of a companion of ${main} must be ${main}, a dot and more, as ${main}.blockmap.`,
        },
      ];

/** What does not fit together in a declaration. */
export const relatedFieldFaults = (declared: RelatedFields): Fault[] => [
  ...misnamed(declared),
  ...misplaced(declared),
];
