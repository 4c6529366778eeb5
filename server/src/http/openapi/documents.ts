import type { Asset, Documents } from '../response/asset.ts';
import { compressAsset } from '../response/compress-asset.ts';
import { htmlContentType, pageHeaders } from '../response/html.ts';
import type { RouteRow } from '../routing/route-row.ts';
import { renderDocs } from './docs-page.ts';
import type { DeploymentUrls } from './document.ts';
import { renderHome } from './home-page.ts';
import { renderOpenapi } from './openapi.ts';

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const compressPage = (html: string): Promise<Asset> =>
  compressAsset(html, { ...pageHeaders, 'content-type': htmlContentType });

/** Renders and compresses each document on its first request; it never changes afterwards. */
export const createDocuments = (
  table: readonly RouteRow[],
  version: string,
  urls: DeploymentUrls,
): Documents => {
  const document = once(() => renderOpenapi(table, version, urls));
  return {
    openapi: once(() =>
      compressAsset(JSON.stringify(document()), { 'content-type': 'application/json; charset=utf-8' }),
    ),
    docs: once(() => compressPage(renderDocs(document()))),
    home: once(() => compressPage(renderHome(urls, version))),
  };
};
