import type { Adapter } from '../../domain/model/adapter.ts';
import { parseCheckPath } from '../check-path.ts';
import { createTauriReviews } from './review.ts';

/*
 * The desktop-updater JSON, version 2: Tauri v1, v2 and compatible updaters. Their parser needs strict SemVer (a
 * leading v is fine), an RFC 3339 pub_date and the content of the `.sig` file as the signature.
 */
export const tauri: Adapter = {
  id: 'tauri',
  parse: parseCheckPath,
  renderUpdate: ({ release, artifact }, url, extras) => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({
      version: release.version,
      notes: release.notes,
      pub_date: release.pubDate,
      url,
      signature: artifact.signature ?? null,
      ...(extras === undefined ? {} : { slipway: extras }),
    }),
  }),
  renderUpToDate: () => ({ status: 204, contentType: undefined, body: '' }),
  ...createTauriReviews('Tauri'),
};
