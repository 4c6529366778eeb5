import type { Config } from './config.ts';
import type { ResolvedUrls } from './resolve-urls.ts';
import { uploadOriginsOf } from './storage-url.ts';

/**
 * Browsers block requests from an https page to an http upload URL. This is only a warning, since the CLI and clients
 * still work.
 */
export const findInsecureUploadUrl = (
  { storage }: Pick<Config, 'storage'>,
  { baseUrl, uploadUrl }: Pick<ResolvedUrls, 'baseUrl' | 'uploadUrl'>,
): string | undefined => {
  const unsafe = uploadOriginsOf(storage, uploadUrl).find((origin) => origin.startsWith('http:'));
  if (unsafe === undefined || !baseUrl.startsWith('https:')) return undefined;
  const what = storage.kind === 'files' ? 'SLIPWAY_UPLOAD_URL' : 'The endpoint in SLIPWAY_STORAGE_URL';
  return `Browsers send no files from ${baseUrl} to ${unsafe}. ${what} must be https, too.`;
};
