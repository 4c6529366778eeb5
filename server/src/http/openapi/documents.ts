import type { Row } from '../row.ts';
import { renderDocs } from './docs-page.ts';
import type { DeploymentUrls, Documents } from './document.ts';
import { renderHome } from './home-page.ts';
import { renderOpenapi } from './openapi.ts';

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Each is made when it is first asked for, and kept: nothing in it changes while the service runs. */
export const createDocuments = (table: readonly Row[], version: string, urls: DeploymentUrls): Documents => {
  const openapi = once(() => renderOpenapi(table, version, urls));
  return { openapi, docs: once(() => renderDocs(openapi())), home: once(() => renderHome(urls, version)) };
};
