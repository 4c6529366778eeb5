import type { Adapter } from '../../domain/model/adapter.ts';
import { parseCheckPlace } from '../check-place.ts';
import { renderJson, updateOf } from './update.ts';

/** The check of Squirrel.Mac and of Electron's updater for MSIX. */
export const squirrel: Adapter = {
  id: 'squirrel',
  parse: parseCheckPlace,
  renderUpdate: ({ release }, url) => renderJson(updateOf(release, url)),
  renderUpToDate: () => ({ status: 204, contentType: undefined, body: '' }),
  reviewVersion: () => [],
  reviewArtifact: () => [],
};
