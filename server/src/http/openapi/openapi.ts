import { Problem, type ProblemCode, problems, remedies } from '@slipway/api';
import type { TSchema } from 'typebox';
import type { Access, Route } from '../route.ts';
import type { Row } from '../row.ts';
import type { OpenApi, Operation } from './document.ts';

/* The OpenAPI 3.1 document, made from the table of routes: what is not in the table does not exist. */

const accessProblems = (access: Access): ProblemCode[] => {
  if (access === 'anyone' || access === 'every-host' || access === 'site') return ['internal'];
  return [
    'unauthorized',
    'scope-missing',
    'not-found',
    'too-many-requests',
    'internal',
    'database-unavailable',
  ];
};

const bodyProblems = (route: Route): ProblemCode[] =>
  route.body === undefined ? [] : ['invalid-fields', 'bad-json', 'body-too-large', 'not-json'];

const tagOf = (access: Access): string => {
  if (access === 'site') return 'Public';
  if (access === 'anyone' || access === 'every-host') return 'Service';
  return access === 'admin' || access === 'manage' ? 'Management' : 'Publishing';
};

/** Replaces every named schema by a reference and collects it under its name. */
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

const pathParameters = (url: string): Operation['parameters'] =>
  [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const queryParameters = (query: TSchema | undefined, hoist: Hoist): Operation['parameters'] => {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: hoist(schema),
  }));
};

const answersOf = (route: Route, hoist: Hoist): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => {
      if (answer === null) return [status, { description: 'No body.' }];
      if (typeof answer === 'string') return [status, { description: answer }];
      return [status, { description: 'Done.', content: { 'application/json': { schema: hoist(answer) } } }];
    }),
  );

const problemsOf = (codes: readonly ProblemCode[], hoist: Hoist): Operation['responses'] => {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.map((name) => `\`${name}\`: ${problems[name].title}. ${remedies[name]}`).join(' '),
        content: { 'application/problem+json': { schema: hoist(Problem) } },
      },
    ]),
  );
};

const operationOf = ([method, url, access, route]: Row, hoist: Hoist): Operation => {
  const isKeyed = !['anyone', 'every-host', 'site'].includes(access);
  return {
    operationId: `${method.toLowerCase()}${url.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    tags: [tagOf(access)],
    summary: isKeyed
      ? `${route.summary} (${access === 'admin' ? 'admin key' : `scope ${access}`})`
      : route.summary,
    ...(isKeyed ? { security: [{ key: [] }] } : {}),
    parameters: [...pathParameters(url), ...queryParameters(route.query, hoist)],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: hoist(route.body) } } } }),
    responses: {
      ...answersOf(route, hoist),
      ...problemsOf([...route.problems, ...bodyProblems(route), ...accessProblems(access)], hoist),
    },
  };
};

export const renderOpenapi = (table: readonly Row[], version: string): OpenApi => {
  const schemas: Record<string, unknown> = {};
  const hoist = createHoist(schemas);
  const paths: OpenApi['paths'] = {};
  for (const row of table) {
    const path = row[1].replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [row[0].toLowerCase()]: operationOf(row, hoist) };
  }
  const description = 'Publishes application releases and distributes updates. Errors are RFC 9457 problems.';
  const key = { type: 'http', scheme: 'bearer', description: 'A publish key, or the admin key.' };
  return {
    openapi: '3.1.0',
    info: { title: 'Slipway', version, description },
    paths,
    components: { schemas, securitySchemes: { key } },
  };
};
