import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';

/* The update JSON of Squirrel.Mac and Electron's MSIX updater. They ignore dates with fractional seconds. */

export const updateFields = ({ version, notes, pubDate }: ReleaseWithArtifacts, url: string) => ({
  url,
  name: version,
  notes,
  pub_date: pubDate.replace(/\.\d+(?=Z$)/, ''),
});

export const renderSquirrelJson = (value: unknown): RenderedResponse => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
