import { parseSignature } from '../../domain/signatures/form.ts';
import { versionFromComment } from '../../domain/signatures/minisign.ts';

/** What a signature says of itself; nothing here proves it. */
export interface TauriSignature {
  /** What its trusted comment names as the version it was made for. */
  version: string | undefined;
}

/** A signature as Tauri's clients read it, the content of the `.sig` file, or why they cannot, in words that end a sentence. */
export const parseTauriSignature = (signature: string): TauriSignature | string => {
  const form = parseSignature(signature, { onlySigFile: true });
  if (typeof form === 'string') return form;
  return form.kind === 'minisign'
    ? { version: versionFromComment(form.comment) }
    : 'it does not hold a minisign signature';
};
