import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';

/*
 * What Squirrel.Mac and Electron's updater for MSIX read of an update. They drop a date with a fraction of a second.
 */

/** The members of an update. */
export const updateFields = ({ version, notes, pubDate }: ReleaseWithArtifacts, url: string) => ({
  url,
  name: version,
  notes,
  pub_date: pubDate.replace(/\.\d+(?=Z$)/, ''),
});

/** JSON, as these clients ask for it. */
export const renderSquirrelJson = (value: unknown): RenderedResponse => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
