import { exampleBaseUrl, examplePublicUrl, Problem, type ProblemCode, problems } from '@slipway/api';
import { remedies } from '@slipway/core/remedies.ts';
import type { TSchema } from 'typebox';
import { isPublic, type Route } from '../routing/route.ts';
import type { RouteRow } from '../routing/route-row.ts';
import { accessProblems, describeAccess, openApiTag, requiresKey } from './access-text.ts';
import type { DeploymentUrls, MediaContent, OpenApi, OpenApiOperation, OpenApiServer } from './document.ts';
import { changeExample, type ExampleSchema, exampleOf } from './example.ts';
import { pathParameters, queryParameters } from './parameters.ts';

/* Builds the OpenAPI 3.1 document from the route table. */

const bodyProblems = (method: string, route: Route): ProblemCode[] => {
  if (route.body !== undefined) return ['invalid-fields', 'bad-json', 'body-too-large', 'not-json'];
  return method === 'POST' ? ['bad-request', 'bad-json', 'body-too-large'] : [];
};

/** Replaces named schemas with references and collects them. */
const createHoist = (schemas: Record<string, unknown>) => {
  const hoist = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoist);
    if (typeof value !== 'object' || value === null) return value;
    const { $id, ...rest } = value as Record<string, unknown>;
    const inner = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, hoist(part)]));
    if (typeof $id !== 'string') return inner;
    schemas[$id] = inner;
    return { $ref: `#/components/schemas/${$id}` };
  };
  return hoist;
};

type Hoist = ReturnType<typeof createHoist>;

const examplesOf = (schema: TSchema, changes: unknown): Omit<MediaContent, 'schema'> => {
  const { anyOf = [] } = schema as ExampleSchema;
  const named = anyOf.flatMap((one) => (one.$id === undefined ? [] : [[one.$id, { value: exampleOf(one) }]]));
  if (named.length > 1) return { examples: Object.fromEntries(named) };
  return { example: changeExample(exampleOf(schema), changes) };
};

const jsonOf = (schema: TSchema, hoist: Hoist, changes?: unknown): Record<string, MediaContent> => ({
  'application/json': { schema: hoist(schema), ...examplesOf(schema, changes) },
});

const answersOf = (route: Route, hoist: Hoist): OpenApiOperation['responses'] =>
  Object.fromEntries(
    Object.entries(route.responses).map(([status, answer]) => {
      if (answer === null) return [status, { description: 'No body.' }];
      if (typeof answer === 'string') return [status, { description: answer }];
      return [status, { description: 'Done.', content: jsonOf(answer, hoist, route.example) }];
    }),
  );

const problemsOf = (codes: readonly ProblemCode[], hoist: Hoist): OpenApiOperation['responses'] => {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.map((name) => `\`${name}\`: ${problems[name].title}. ${remedies[name]}`).join(' '),
        content: { 'application/problem+json': { schema: hoist(Problem) } },
        'x-problems': names,
      },
    ]),
  );
};

const publicServer = (publicUrl: string): OpenApiServer => ({
  url: publicUrl,
  variables: { slug: { default: 'hello', description: 'The public slug of the app.' } },
});

/** Merges the descriptions of an address that app hosts serve with another route. */
const withSite = (route: Route, onSite: Route): Route => ({
  ...route,
  description: `${route.description} On an app’s host: ${onSite.description}`,
  responses: { ...onSite.responses, ...route.responses },
  problems: [...route.problems, ...onSite.problems],
  ...(onSite.query === undefined ? {} : { query: onSite.query }),
});

const nameOf = (method: string, url: string): string =>
  method.toLowerCase() + url.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase());

const operationOf = (
  [method, url, access, route]: RouteRow,
  hoist: Hoist,
  publicUrl: string,
): OpenApiOperation => ({
  operationId: nameOf(method, access === 'base' ? url.replace('*', 'screen') : url),
  tags: [openApiTag(access)],
  summary: route.summary,
  description: route.description,
  'x-who': describeAccess(access),
  ...(requiresKey(access) ? { security: [{ key: [] }] } : {}),
  ...(isPublic(access) ? { servers: [publicServer(publicUrl)] } : {}),
  parameters: [...pathParameters(url), ...queryParameters(route.query, hoist)],
  ...(route.body === undefined
    ? {}
    : { requestBody: { required: route.hasOptionalBody !== true, content: jsonOf(route.body, hoist) } }),
  responses: {
    ...answersOf(route, hoist),
    ...problemsOf(
      [...route.problems, ...bodyProblems(method, route), ...accessProblems(access, method)],
      hoist,
    ),
  },
});

/** Replaces the example URLs with the deployment's own. */
const placeExamples = (document: OpenApi, { baseUrl, publicUrl }: DeploymentUrls): OpenApi => {
  const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
  const text = JSON.stringify(document)
    .replaceAll(exampleBaseUrl, () => escaped(baseUrl))
    .replaceAll(examplePublicUrl, () => escaped(publicUrl.replace('{slug}', 'hello')));
  return JSON.parse(text) as OpenApi;
};

export const renderOpenapi = (table: readonly RouteRow[], version: string, urls: DeploymentUrls): OpenApi => {
  const schemas: Record<string, unknown> = {};
  const hoist = createHoist(schemas);
  const paths: OpenApi['paths'] = {};
  for (const [method, url, access, entered, onSite] of table) {
    const route = onSite === undefined ? entered : withSite(entered, onSite);
    const row: RouteRow = [method, url, access, route];
    const path = url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(row, hoist, urls.publicUrl) };
  }
  const description = 'Publishes application releases and distributes updates. Errors are RFC 9457 problems.';
  const key = { type: 'http', scheme: 'bearer', description: 'A key of the app, or the admin key.' };
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Slipway', version, description },
    servers: [{ url: urls.baseUrl }],
    paths,
    components: { schemas, securitySchemes: { key } },
  };
  return placeExamples(document, urls);
};
