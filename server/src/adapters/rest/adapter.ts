import type { Adapter } from '../../domain/model/adapter.ts';
import { parseCheckPath } from '../check-path.ts';

/** Generic REST JSON for custom updaters: Tauri's members plus size and hash. */
export const rest: Adapter = {
  id: 'rest',
  parse: parseCheckPath,
  renderUpdate: ({ release, artifact }, url, extras) => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({
      version: release.version,
      notes: release.notes,
      pub_date: release.pubDate,
      url,
      size: String(artifact.sizeBytes),
      sha256: artifact.sha256,
      signature: artifact.signature ?? null,
      ...(extras === undefined ? {} : { slipway: extras }),
    }),
  }),
  renderUpToDate: () => ({ status: 204, contentType: undefined, body: '' }),
  reviewVersion: () => [],
  reviewArtifact: () => [],
};
