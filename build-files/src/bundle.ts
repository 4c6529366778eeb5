import type { ArtifactDeclaration } from '@slipway/api';
import { archAliases, parseArch } from './platform.ts';

/** What its updater needs to know of a file, as the service takes it. */
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

/** What another file of the build says of a file. */
export interface DeclaredHashes {
  /** That other file. */
  by: string;
  bytes?: number | undefined;
  /** In base64. */
  sha512?: string | undefined;
  /** Lowercase hex, as the next. */
  sha256?: string | undefined;
  sha1?: string | undefined;
}

/** A file that only goes with another: its block map, a delta, a zsync file. */
export interface Companion {
  /** What comes after the other's target: `blockmap`. */
  suffix: string;
  path: string;
  facts?: Facts;
  announced?: DeclaredHashes;
  /** A signature that the build tells; else it is read from `path.sig`. */
  signature?: string | undefined;
  /** Where a zsync file says that the whole file is. */
  wholeAt?: string;
  /** Why it is none of its file, in words that end a sentence. */
  fault?: string;
}

/** What a build left behind, recognised by its name: the client's words for system, architecture and installer. */
export interface Bundle {
  path: string;
  /** `.app.tar.gz`, `.AppImage`, …: the artifact's format. */
  format: string;
  /** `darwin`, `linux` or `windows`, where it is known. */
  os: string | undefined;
  /** Tauri's `{{bundle_type}}`: appimage, deb, rpm, app, msi, nsis; or what else the file is. */
  kind: string;
  /** `x86_64`, `aarch64`, …; both for a universal build; none where the name does not tell. */
  arches: string[];
  /** The one of its system that `{os}-{arch}` names. */
  primary: boolean;
  /** The version in its name, if any. */
  version: string | undefined;
  origin: Origin;
  announced?: DeclaredHashes;
  facts?: Facts;
  companions?: Companion[];
  /** A signature that the build tells; else it is read from `path.sig`. */
  signature?: string | undefined;
}

/** Which tool built a file; `given` is one that was named with its target. */
export type Origin = 'tauri' | 'electron' | 'velopack' | 'forge' | 'sparkle' | 'given';

/** A file that was seen and is not published, and why. */
export interface SkippedFile {
  path: string;
  reason: string;
}

/** A version, and the file that it was read from. */
export interface FoundVersion {
  version: string;
  from: string;
}

/** The clients' names for an architecture, whatever a build tool calls it; both for universal; none for another word. */
export const parseArches = (word: string): string[] => {
  const arch = parseArch(word);
  if (arch === 'universal') return ['x86_64', 'aarch64'];
  return arch === undefined ? [] : [arch];
};

const archWord = new RegExp(`(?:^|[._-])(${archAliases.join('|')})(?=$|[._-])`, 'i');

/** The architectures that a file's name tells. */
export const archesInName = (name: string): string[] => parseArches(archWord.exec(name)?.[1] ?? '');

const versionWord =
  /[_ -]v?(\d+\.\d+(?:\.\d+)?(?:[-+][0-9A-Za-z.+-]*?)??)(?=_|-\d+\.|[ ._-](?:setup|mac|universal|arm64|aarch64|x64|x86_64|ia32|armv7l|amd64)\b|\.(?:AppImage|deb|rpm|msi|exe|zip|dmg|pkg|app|nsis|tar)\b)/i;

/** The version that a file's name tells, as `Name_1.2.0_amd64.deb` does. */
export const versionInName = (name: string): string | undefined => versionWord.exec(name)?.[1];

/** The target that clients ask for: `{os}-{arch}` for the primary bundle, else `{os}-{bundle}-{arch}`. */
export const targetOf = (bundle: Pick<Bundle, 'os' | 'kind' | 'primary'>, arch: string): string =>
  bundle.primary ? `${bundle.os}-${arch}` : `${bundle.os}-${bundle.kind}-${arch}`;
