import { readForm } from '../../domain/signatures/form.ts';
import { signedVersionIn } from '../../domain/signatures/minisign.ts';

/** What a signature says of itself; nothing here proves it. */
export interface ReadSignature {
  /** What its trusted comment names as the version it was made for. */
  version: string | undefined;
}

/** A signature as Tauri's clients read it, the content of the `.sig` file, or why they cannot, in words that end a sentence. */
export const readSignature = (signature: string): ReadSignature | string => {
  const form = readForm(signature, { onlySigFile: true });
  if (typeof form === 'string') return form;
  return form.kind === 'minisign'
    ? { version: signedVersionIn(form.comment) }
    : 'it does not hold a minisign signature';
};
