import type { Adapter } from '../../domain/nouns/adapter.ts';
import type { Artifact } from '../../domain/nouns/artifact.ts';
import { renderInstant } from '../../domain/nouns/instant.ts';
import type { Warning } from '../../domain/nouns/release.ts';
import { parseCheckPlace } from '../check-place.ts';

/*
 * The desktop-updater JSON, version 2: Tauri v1 and v2 and their relatives. Their parser wants a strict SemVer
 * version (a leading v is fine), an RFC 3339 pub_date and a signature that is the content of the `.sig` file.
 */

// SemVer 2.0's own expression (semver.org), with Tauri's optional v.
const semVer =
  /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Why clients could not read a signature, in words; undefined when they can. */
export const signatureMistake = (signature: string): string | undefined => {
  if (/^https?:\/\//.test(signature)) return 'it is a URL, not the content of the .sig file';
  if (signature.startsWith('untrusted comment:'))
    return 'it is raw minisign text; the .sig file holds it in base64';
  if (!base64.test(signature)) return 'it is not strict base64';
  const text = Buffer.from(signature, 'base64').toString('utf8');
  // A real signature says "signature from tauri secret key"; only a private key is called one.
  if (/^untrusted comment: (?!signature from ).*secret key/i.test(text))
    return 'it is a private key: replace that key, it is no secret now';
  const [comment = '', line = '', trusted = ''] = text.split('\n');
  const isMinisign = comment.startsWith('untrusted comment:') && trusted.startsWith('trusted comment:');
  if (!isMinisign || Buffer.from(line, 'base64').length !== 74)
    return 'it does not hold a minisign signature';
  return undefined;
};

/** Plugin 2.12 and later refuse a signature whose trusted comment names another version. */
const signedVersion = (signature: string): string | undefined =>
  /^trusted comment:.*\bversion:(\S+)/m.exec(Buffer.from(signature, 'base64').toString('utf8'))?.[1];

const reviewSignature = (version: string, { target, signature }: Artifact): Warning | undefined => {
  if (signature === undefined) {
    return {
      code: 'signature-missing',
      detail: `The artifact for ${target} has no signature: Tauri refuses it.`,
    };
  }
  const mistake = signatureMistake(signature);
  if (mistake !== undefined) {
    return {
      code: 'signature-unreadable',
      detail: `Clients cannot read the signature for ${target}: ${mistake}.`,
    };
  }
  const signed = signedVersion(signature);
  if (signed !== undefined && signed !== version) {
    return {
      code: 'signature-version-differs',
      detail: `The signature for ${target} was made for version ${signed}, not ${version}: new clients refuse it.`,
    };
  }
  return undefined;
};

const reviewVersion = (version: string): Warning[] => {
  if (semVer.test(version)) return [];
  const detail = `Tauri's clients cannot read the version ${version}; it must be SemVer, as 1.2.3.`;
  return [{ code: 'version-unreadable', detail }];
};

export const tauri: Adapter = {
  id: 'tauri',
  parse: parseCheckPlace,
  renderUpdate: ({ release, artifact }, url) => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({
      version: release.version,
      notes: release.notes,
      pub_date: renderInstant(release.pubDate),
      url,
      signature: artifact.signature ?? null,
    }),
  }),
  renderUpToDate: () => ({ status: 204, contentType: undefined, body: '' }),
  reviewVersion,
  reviewArtifact: (version, artifact) =>
    [reviewSignature(version, artifact)].filter((one) => one !== undefined),
};
