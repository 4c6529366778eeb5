import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { EdgeRefusal } from '../response/problems.ts';
import type { Verbs } from '../routing/verbs.ts';
import { findOverBound } from './json-precheck.ts';
import { hasBody } from './no-body.ts';
import { readBody } from './read-body.ts';
import { type Room, type Rule, roomOf } from './schema-rule.ts';
import { cutToBounds } from './truncate-to-schema.ts';
import { withoutFaulty } from './valid-members.ts';
import { findUnkeepable, refuseFields } from './validation.ts';

/* What a request brings along: JSON alone, in UTF-8, and everything that is wrong with it in one answer. */

/** Decodes nothing that is not UTF-8, rather than keep something else than was sent. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a route's body can hold, and room for mistakes that are worth naming. */
const roomFor = ({ routeOptions: { config } }: FastifyRequest): Room => {
  const { values, members } = roomOf((config.route?.body ?? {}) as Rule);
  return { values: values + bounds.bodySpareValues, members: members + bounds.bodySpareValues };
};

/** JSON alone; an empty body is none, for publish has none and some clients say JSON all the same. */
export const takeJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await readBody(request, payload);
    if (body.length === 0) return undefined;
    const over = findOverBound(body, roomFor(request));
    if (over !== undefined) throw refuseFields([over]);
    try {
      // A member "__proto__" is one that no schema of ours has, and is named as such.
      return JSON.parse(utf8.decode(body));
    } catch {
      throw new EdgeRefusal('bad-json', 'The body is not valid JSON in UTF-8.');
    }
  });
};

/**
 * Refuses, before it is read, a body that would have to be unpacked. Where there is none the header says nothing: an answer
 * from memory does not look at it, and whether one is in memory is nobody's to tell.
 */
export const refuseCompressed = (request: FastifyRequest): void => {
  if (!hasBody(request)) return;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new EdgeRefusal('not-json', 'Send the body as plain JSON, without a Content-Encoding.');
  }
};

/** Leaves of a body what the validator needs to find it broken, and no more. */
export const boundBody = (request: FastifyRequest): void => {
  const { route } = request.routeOptions.config;
  if (route?.body !== undefined) request.body = cutToBounds(request.body, route.body);
};

/** The parameters of a query that a route has a rule for; those that may be anything are never refused. */
const ruledParameters = (query: TSchema | undefined): string[] => {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, TSchema> };
  return Object.entries(properties).flatMap(([name, rule]) => (Type.IsUnknown(rule) ? [] : [name]));
};

/** All broken fields in one answer: those of the schema, text that cannot be kept, and what the route knows beside. */
export const refuseBroken = (request: FastifyRequest, verbs: Verbs): void => {
  const { body, query, validationError } = request;
  const { route } = request.routeOptions.config;
  const asked = ruledParameters(route?.query);
  const values = query as Record<string, unknown>;
  const ofSchema = validationError instanceof Refusal ? (validationError.faults ?? []) : [];
  const faults = [
    ...ofSchema,
    ...findUnkeepable(body),
    ...findUnkeepable(Object.fromEntries(asked.map((name) => [name, values[name]]))),
  ];
  if (validationError === undefined && faults.length === 0) return;
  // A full list may leave faulty members unnamed, which the route's own rules must not see.
  const isOpen = typeof body === 'object' && body !== null && ofSchema.length < bounds.toldFaults;
  const refused = new Set(ofSchema.map(({ pointer }) => pointer));
  const more = isOpen ? (route?.alsoBroken?.(withoutFaulty(body, ofSchema), verbs, refused) ?? []) : [];
  throw refuseFields([...faults, ...more]);
};
