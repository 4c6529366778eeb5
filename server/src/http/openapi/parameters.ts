import { exampleParameters } from '@slipway/api';
import type { TSchema } from 'typebox';
import type { OpenApiParameter } from './document.ts';

/* Path and query parameters, each with a rule and an example. */

/** Descriptions of path parameters; the segment before distinguishes names with two meanings. */
const parameterTexts: Readonly<Record<string, string>> = {
  app: 'The app’s slug.',
  'releases/id': 'The release ID, `rel_…`.',
  'keys/id': 'The key ID, `key_…`; not its secret.',
  'trusted-publishers/id': 'The trusted publisher’s ID, `tru_…`.',
  'signing-keys/id': 'The signing key’s ID, `sig_…`.',
  name: 'The channel name.',
  target: 'The artifact’s target, exactly as declared.',
  domain: 'The host, as it was added.',
  channel: 'The exact channel name.',
  'channel/target': 'The full target, or the part before the architecture.',
  arch: 'The architecture. The target becomes `{target}-{arch}` unless it already ends with it.',
  currentVersion: 'The installed version.',
  releaseId: 'The release ID, `rel_…`.',
  publicSlug: 'The app’s public slug.',
  path: 'Any public path.',
  feed: 'The feed ID, for example `electron`.',
  'channel/path': 'The document’s name.',
  'apps/path': 'The app and its dashboard screen.',
  file: 'The file name, which contains a content hash.',
  version: 'The version, as published.',
  'version/target': 'The target, or Node’s name for it.',
  fileName: 'The file’s own name, or any name ending in `.blockmap`.',
};

const findBy = (texts: Readonly<Record<string, string>>, before: string, name: string): string | undefined =>
  texts[`${before.replace(':', '')}/${name}`] ?? texts[name];

export const pathParameters = (url: string): OpenApiParameter[] => {
  const segments = url.replace('*', ':path').split('/');
  return segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return [];
    const name = segment.slice(1);
    const before = segments[index - 1] ?? '';
    const schema = { type: 'string', description: findBy(parameterTexts, before, name) ?? '' };
    const example = findBy(exampleParameters, before, name) ?? '';
    return [{ name, in: 'path', required: true, schema, example }];
  });
};

export const queryParameters = (
  query: TSchema | undefined,
  hoist: (schema: unknown) => unknown,
): OpenApiParameter[] => {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const example = findBy(exampleParameters, 'query', name) ?? '';
    return {
      name,
      in: 'query',
      required: isRequired,
      schema: hoist(schema),
      ...(isRequired ? { example } : {}),
    };
  });
};
