import { parseSignatureText, type SignatureFormat } from '@slipway/core/signature.ts';
import { containsPrivateKey } from '../model/detect-private-key.ts';

const sigFileAdapters: readonly string[] = ['tauri', 'cargo-packager'];

/** Whether clients read only the content of Tauri's `.sig` file: minisign's text in base64. */
export const readsOnlySigFile = (adapter: string): boolean => sigFileAdapters.includes(adapter);

/** The signature, or the reason it is unreadable, as the end of a sentence. */
export const parseSignature = (
  signature: string,
  { onlySigFile }: { onlySigFile: boolean },
): SignatureFormat | string => {
  const form = parseSignatureText(signature, onlySigFile);
  return typeof form === 'string' && containsPrivateKey(signature)
    ? 'it is a private key: replace that key, it is no secret now'
    : form;
};
