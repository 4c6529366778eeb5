import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { HttpRefusal } from '../response/problems.ts';
import type { Verbs } from '../routing/verbs.ts';
import { precheckJson } from './json-precheck.ts';
import { hasBody } from './no-body.ts';
import { readBody } from './read-body.ts';
import { capacityOf, type SchemaCapacity, type SchemaRule } from './schema-rule.ts';
import { truncateToSchema } from './truncate-to-schema.ts';
import { omitFaultyMembers } from './valid-members.ts';
import { findUnstorableText, invalidFields } from './validation.ts';

/* What a request brings along: JSON alone, in UTF-8, and everything that is wrong with it in one answer. */

/** Decodes nothing that is not UTF-8, rather than keep something else than was sent. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a route's body can hold, and room for mistakes that are worth naming. */
const capacityFor = ({ routeOptions: { config } }: FastifyRequest): SchemaCapacity => {
  const { values, members } = capacityOf((config.route?.body ?? {}) as SchemaRule);
  return { values: values + bounds.bodySpareValues, members: members + bounds.bodySpareValues };
};

/** JSON alone; an empty body is none, for publish has none and some clients say JSON all the same. */
export const registerJsonParser = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await readBody(request, payload);
    if (body.length === 0) return undefined;
    const over = precheckJson(body, capacityFor(request));
    if (over !== undefined) throw invalidFields([over]);
    try {
      // A member "__proto__" is one that no schema of ours has, and is named as such.
      return JSON.parse(utf8.decode(body));
    } catch {
      throw new HttpRefusal('bad-json', 'The body is not valid JSON in UTF-8.');
    }
  });
};

/**
 * Refuses, before it is read, a body that would have to be unpacked. Where there is none the header says nothing: an answer
 * from memory does not look at it, and whether one is in memory is nobody's to tell.
 */
export const rejectCompressedBody = (request: FastifyRequest): void => {
  if (!hasBody(request)) return;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpRefusal('not-json', 'Send the body as plain JSON, without a Content-Encoding.');
  }
};

/** Leaves of a body what the validator needs to find it broken, and no more. */
export const truncateBody = (request: FastifyRequest): void => {
  const { route } = request.routeOptions.config;
  if (route?.body !== undefined) request.body = truncateToSchema(request.body, route.body);
};

/** The parameters of a query that a route has a rule for; those that may be anything are never refused. */
const validatedParameters = (query: TSchema | undefined): string[] => {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, TSchema> };
  return Object.entries(properties).flatMap(([name, rule]) => (Type.IsUnknown(rule) ? [] : [name]));
};

/** All broken fields in one answer: those of the schema, text that cannot be kept, and what the route knows beside. */
export const rejectInvalidRequest = (request: FastifyRequest, verbs: Verbs): void => {
  const { body, query, validationError } = request;
  const { route } = request.routeOptions.config;
  const asked = validatedParameters(route?.query);
  const values = query as Record<string, unknown>;
  const ofSchema = validationError instanceof Refusal ? (validationError.faults ?? []) : [];
  const faults = [
    ...ofSchema,
    ...findUnstorableText(body),
    ...findUnstorableText(Object.fromEntries(asked.map((name) => [name, values[name]]))),
  ];
  if (validationError === undefined && faults.length === 0) return;
  // A full list may leave faulty members unnamed, which the route's own rules must not see.
  const isOpen = typeof body === 'object' && body !== null && ofSchema.length < bounds.toldFaults;
  const refused = new Set(ofSchema.map(({ pointer }) => pointer));
  const more = isOpen ? (route?.alsoBroken?.(omitFaultyMembers(body, ofSchema), verbs, refused) ?? []) : [];
  throw invalidFields([...faults, ...more]);
};
