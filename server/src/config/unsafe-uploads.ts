import type { ResolvedUrls } from './addresses.ts';
import type { Config } from './config.ts';
import { uploadOriginsOf } from './storage-url.ts';

/**
 * What is wrong with where uploads go, in a sentence: browsers send nothing from an https page to an http address. It is no
 * reason to refuse the start, since the command line does not mind and clients are served all the same.
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
