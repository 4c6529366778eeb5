import type { ArtifactDeclaration } from '@slipway/api';
import { archAliases, parseArch } from '@slipway/core/platform.ts';

/** File details that the updater needs, in the form that the server accepts. */
export type Facts = Pick<
  ArtifactDeclaration,
  | 'fileName'
  | 'sha512'
  | 'sha1'
  | 'blockMapSize'
  | 'build'
  | 'minimumSystem'
  | 'minimumKernel'
  | 'installerArguments'
  | 'deltaFrom'
>;

/** Hashes of a file that another file of the build declares. */
export interface DeclaredHashes {
  /** The declaring file. */
  declaredIn: string;
  bytes?: number | undefined;
  /** In base64. */
  sha512?: string | undefined;
  /** Lowercase hex, like `sha1`. */
  sha256?: string | undefined;
  sha1?: string | undefined;
}

/** A file that belongs to another one: a block map, a delta, or a zsync file. */
export interface Companion {
  /** Appended to the target of the main file, as in `blockmap`. */
  suffix: string;
  path: string;
  facts?: Facts;
  declared?: DeclaredHashes;
  /** Set if the build declares the signature; otherwise it is read from `path.sig`. */
  signature?: string | undefined;
  /** The address of the whole file that a zsync file names. */
  fullFileUrl?: string;
  /** The reason why it does not match its file; ends a sentence. */
  error?: string;
}

/** A build output, recognized by its name, with the client's terms for system, architecture, and installer. */
export interface Bundle {
  path: string;
  /** The artifact's format: `.app.tar.gz`, `.AppImage`, … */
  format: string;
  /** `darwin`, `linux`, or `windows`, if known. */
  os: string | undefined;
  /** Tauri's `{{bundle_type}}` (appimage, deb, rpm, app, msi, nsis), or another kind of file. */
  kind: string;
  /** `x86_64`, `aarch64`, …; both for a universal build; empty if the name has none. */
  arches: string[];
  /** The bundle that `{os}-{arch}` selects on its system. */
  primary: boolean;
  /** The version in the file name. */
  version: string | undefined;
  origin: Origin;
  declared?: DeclaredHashes;
  facts?: Facts;
  companions?: Companion[];
  /** Set if the build declares the signature; otherwise it is read from `path.sig`. */
  signature?: string | undefined;
}

/** The tool that built a file; `given` means the user named the file and its target. */
export type Origin = 'tauri' | 'electron' | 'velopack' | 'forge' | 'sparkle' | 'given';

export interface SkippedFile {
  path: string;
  reason: string;
}

export interface FoundVersion {
  version: string;
  from: string;
}

/** Maps a build tool's word to the clients' architecture names: both for universal, none for an unknown word. */
export const parseArches = (word: string): string[] => {
  const arch = parseArch(word);
  if (arch === 'universal') return ['x86_64', 'aarch64'];
  return arch === undefined ? [] : [arch];
};

const archWord = new RegExp(`(?:^|[._-])(${archAliases.join('|')})(?=$|[._-])`, 'i');

export const archesInName = (name: string): string[] => parseArches(archWord.exec(name)?.[1] ?? '');

const versionWord = new RegExp(
  String.raw`[_ -]v?(\d+\.\d+(?:\.\d+)?(?:[-+][0-9A-Za-z.+-]*?)??)(?=_|-\d+\.|[ ._-](?:setup|mac|${archAliases.join('|')})\b|\.(?:AppImage|deb|rpm|msi|exe|zip|dmg|pkg|app|nsis|tar)\b)`,
  'i',
);

/** Reads names such as `Name_1.2.0_amd64.deb`. */
export const versionInName = (name: string): string | undefined => versionWord.exec(name)?.[1];

/** The target that clients request: `{os}-{arch}` for the primary bundle, otherwise `{os}-{bundle}-{arch}`. */
export const targetOf = (bundle: Pick<Bundle, 'os' | 'kind' | 'primary'>, arch: string): string =>
  bundle.primary ? `${bundle.os}-${arch}` : `${bundle.os}-${bundle.kind}-${arch}`;
