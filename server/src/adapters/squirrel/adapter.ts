import type { Adapter } from '../../domain/model/adapter.ts';
import { parseCheckPath } from '../check-path.ts';
import { renderSquirrelJson, updateFields } from './update-json.ts';

/** The check of Squirrel.Mac and of Electron's MSIX updater. */
export const squirrel: Adapter = {
  id: 'squirrel',
  parse: parseCheckPath,
  renderUpdate: ({ release }, url) => renderSquirrelJson(updateFields(release, url)),
  renderUpToDate: () => ({ status: 204, contentType: undefined, body: '' }),
  reviewVersion: () => [],
  reviewArtifact: () => [],
};
