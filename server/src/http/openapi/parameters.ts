import { exampleParameters } from '@slipway/api';
import type { TSchema } from 'typebox';
import type { OpenApiParameter } from './document.ts';

/* Path and query parameters, each with a rule and an example. */

/** Descriptions of path parameters; the segment before distinguishes names with two meanings. */
const parameterTexts: Readonly<Record<string, string>> = {
  app: 'The slug of the app.',
  'releases/id': 'The id of the release, `rel_…`.',
  'keys/id': 'The id of the key, `key_…`; its secret is not needed.',
  'trusted-publishers/id': 'The id of the trusted publisher, `tru_…`.',
  'signing-keys/id': 'The id of the signing key, `sig_…`.',
  name: 'The name of the channel.',
  target: 'The target of the artifact, exactly as it was declared.',
  domain: 'The host, as it was added.',
  channel: 'The exact name of the channel.',
  'channel/target': 'The target, or its part before the architecture.',
  arch: 'The architecture. The target is `{target}-{arch}` unless it ends so already.',
  currentVersion: 'The version that is installed.',
  releaseId: 'The id of the release, `rel_…`.',
  publicSlug: 'The public slug of the app whose host is asked.',
  path: 'Any public path.',
  feed: 'The name of the feed: `electron`.',
  'channel/path': 'The name of the document.',
  'apps/path': 'The app and the screen of it.',
  file: 'The name of the file, with the hash of its bytes in it.',
  version: 'The version, as it was published.',
  'version/target': 'The target, in the house’s words or Node’s.',
  fileName: 'The file’s own name, or any that ends in `.blockmap`.',
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
