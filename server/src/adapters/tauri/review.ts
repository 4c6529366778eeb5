import { formatPlatform, parsePlatform, platformOfFormat } from '@slipway/core/platform.ts';
import type { Adapter, DeclaredArtifact } from '../../domain/model/adapter.ts';
import type { Warning } from '../../domain/model/release.ts';
import { isTauriVersion, matchesSignedVersion } from '../../domain/signatures/minisign.ts';
import { parseTauriSignature } from './signature.ts';

/* Warnings about releases that Tauri-style clients cannot install. Texts name the app's own updater. */

const reviewVersion = (updater: string, version: string): Warning[] => {
  if (isTauriVersion(version)) return [];
  const detail = `${updater} clients can’t read version ${version}. Use SemVer, for example 1.2.3.`;
  return [{ code: 'version-unreadable', detail }];
};

const reviewSignature = (
  updater: string,
  version: string,
  { target, signature }: DeclaredArtifact,
): Warning[] => {
  if (signature === undefined) {
    const detail = `${target} has no signature. ${updater} clients reject it.`;
    return [{ code: 'signature-missing', detail }];
  }
  const read = parseTauriSignature(signature);
  if (typeof read === 'string') {
    const detail = `Clients can’t read the signature of ${target}: ${read}.`;
    return [{ code: 'signature-unreadable', detail }];
  }
  if (read.version === undefined || matchesSignedVersion(read.version, version)) return [];
  const detail = `${target} was signed for ${read.version}, not ${version}. Clients would reject it.`;
  return [{ code: 'signature-version-differs', detail }];
};

/** Warns only about known aliases that clients never send; an unknown name may be a custom target. */
const reviewTarget = (updater: string, { target }: DeclaredArtifact): Warning[] => {
  const place = parsePlatform(target);
  if (place === undefined) return [];
  const isForBoth = place.arch === 'universal' && place.bundle === undefined;
  const expected = isForBoth
    ? 'darwin-aarch64 and darwin-x86_64; declare the same file for both'
    : formatPlatform(place);
  if (expected === target) return [];
  const detail = `No ${updater} client requests ${target}. They request ${expected}.`;
  return [{ code: 'target-unasked', detail }];
};

const reviewFormat = ({ target, format }: DeclaredArtifact): Warning[] => {
  const [place, home] = [parsePlatform(target), platformOfFormat(format)];
  if (place === undefined || home === undefined || place.system === home.system) return [];
  const right = formatPlatform({ ...place, ...home });
  const detail = `The artifact for ${target} is a ${format}, which ${place.system} can’t install. Its target should be ${right}.`;
  return [{ code: 'format-misplaced', detail }];
};

export const createTauriReviews = (updater: string): Pick<Adapter, 'reviewVersion' | 'reviewArtifact'> => ({
  reviewVersion: (version) => reviewVersion(updater, version),
  reviewArtifact: (version, artifact) => [
    ...reviewTarget(updater, artifact),
    ...reviewFormat(artifact),
    ...reviewSignature(updater, version, artifact),
  ],
});
