import { versionFromComment } from '@slipway/core/minisign.ts';
import { parseSignature } from '../../domain/signatures/signature-format.ts';

/** Unverified claims of a signature. */
export interface TauriSignature {
  /** The version named in its trusted comment. */
  version: string | undefined;
}

/** Parses the content of a `.sig` file as Tauri does, or returns the reason it cannot, as the end of a sentence. */
export const parseTauriSignature = (signature: string): TauriSignature | string => {
  const form = parseSignature(signature, { onlySigFile: true });
  if (typeof form === 'string') return form;
  return form.kind === 'minisign'
    ? { version: versionFromComment(form.comment) }
    : 'it does not hold a minisign signature';
};
