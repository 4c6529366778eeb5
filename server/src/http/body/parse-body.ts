import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { HttpRefusal } from '../response/problems.ts';
import { precheckJson } from './json-precheck.ts';
import { omitFaultyMembers } from './omit-faulty-members.ts';
import { readBody } from './read-body.ts';
import { capacityOf, type SchemaCapacity, type SchemaRule } from './schema-capacity.ts';
import { truncateToSchema } from './truncate-to-schema.ts';
import { hasBody } from './unexpected-body.ts';
import { findUnstorableText, invalidFields } from './validation.ts';

/* Parses JSON bodies in UTF-8 and reports all errors in one response. */

/** Fatal, because replacement characters would store something the client didn't send. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The capacity of a route's body, plus a margin so that small mistakes get a precise error. */
const capacityFor = ({ routeOptions: { config } }: FastifyRequest): SchemaCapacity => {
  const { values, members } = capacityOf((config.route?.body ?? {}) as SchemaRule);
  return { values: values + bounds.bodySpareValues, members: members + bounds.bodySpareValues };
};

/** Accepts JSON only. An empty body counts as none: some clients send a JSON content type with it. */
export const registerJsonParser = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await readBody(request, payload);
    if (body.length === 0) return undefined;
    const over = precheckJson(body, capacityFor(request));
    if (over !== undefined) throw invalidFields([over]);
    try {
      // No schema has a member "__proto__", so validation reports it as unknown.
      return JSON.parse(utf8.decode(body));
    } catch {
      throw new HttpRefusal('bad-json', 'The body is not valid JSON in UTF-8.');
    }
  });
};

/**
 * Rejects compressed bodies before reading them. Without a body the header is ignored, because the fast path ignores it
 * too and responses must not depend on the cache.
 */
export const rejectCompressedBody = (request: FastifyRequest): void => {
  if (!hasBody(request)) return;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpRefusal('not-json', 'Send the body as plain JSON, without a Content-Encoding.');
  }
};

/** Truncates a body before validation, so that validating it stays cheap. */
export const truncateBody = (request: FastifyRequest): void => {
  const { route } = request.routeOptions.config;
  if (route?.body !== undefined) request.body = truncateToSchema(request.body, route.body);
};

/** Query parameters with a rule; parameters of type unknown accept anything. */
const validatedParameters = (query: TSchema | undefined): string[] => {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, TSchema> };
  return Object.entries(properties).flatMap(([name, rule]) => (Type.IsUnknown(rule) ? [] : [name]));
};

/** Reports all invalid fields at once: schema errors, unstorable text and the route's own rules. */
export const rejectInvalidRequest = (request: FastifyRequest): void => {
  const { body, query, validationError } = request;
  const { route } = request.routeOptions.config;
  const parameters = validatedParameters(route?.query);
  const values = query as Record<string, unknown>;
  const ofSchema = validationError instanceof Refusal ? (validationError.faults ?? []) : [];
  const faults = [
    ...ofSchema,
    ...findUnstorableText(body),
    ...findUnstorableText(Object.fromEntries(parameters.map((name) => [name, values[name]]))),
  ];
  if (validationError === undefined && faults.length === 0) return;
  // If the list is full, some faulty members may be missing from it, and the route's rules must not see them.
  const isOpen = typeof body === 'object' && body !== null && ofSchema.length < bounds.reportedFaults;
  const refused = new Set(ofSchema.map(({ pointer }) => pointer));
  const more = isOpen ? (route?.extraFaults(omitFaultyMembers(body, ofSchema), refused) ?? []) : [];
  throw invalidFields([...faults, ...more]);
};
