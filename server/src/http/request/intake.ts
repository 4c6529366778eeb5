import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/nouns/errors.ts';
import { EdgeRefusal } from '../answer/problems.ts';
import type { Verbs } from '../verbs.ts';
import { findTooDeep, findUnkeepable, refuseFields } from './validation.ts';

/* What a request brings along: JSON alone, in UTF-8, and everything that is wrong with it in one answer. */

/** Decodes nothing that is not UTF-8, rather than keep something else than was sent. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON alone; an empty body is none, for publish has none and some clients say JSON all the same. */
export const takeJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      try {
        // A member "__proto__" is one that no schema of ours has, and is named as such.
        return JSON.parse(utf8.decode(body));
      } catch {
        throw new EdgeRefusal('bad-json', 'The body is not valid JSON in UTF-8.');
      }
    },
  );
};

/** Refuses, before it is read, a body that would have to be unpacked. */
export const refuseCompressed = (request: FastifyRequest): void => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new EdgeRefusal('not-json', 'Send the body as plain JSON, without a Content-Encoding.');
  }
};

/** Refuses what the validator must not walk through. */
export const refuseTooDeep = ({ body }: FastifyRequest): void => {
  const faults = findTooDeep(body);
  if (faults.length > 0) throw refuseFields(faults);
};

/** All broken fields in one answer: those of the schema, text that cannot be kept, and what the route knows beside. */
export const refuseBroken = (request: FastifyRequest, verbs: Verbs): void => {
  const { body, query, validationError } = request;
  const { route } = request.routeOptions.config;
  const asked = Object.keys((route?.query as { properties?: object } | undefined)?.properties ?? {});
  const values = query as Record<string, unknown>;
  const faults = [
    ...(validationError instanceof Refusal ? (validationError.faults ?? []) : []),
    ...findUnkeepable(body),
    ...findUnkeepable(Object.fromEntries(asked.map((name) => [name, values[name]]))),
  ];
  if (validationError === undefined && faults.length === 0) return;
  const isObject = typeof body === 'object' && body !== null;
  const more = isObject ? (route?.alsoBroken?.(body as Record<string, unknown>, verbs) ?? []) : [];
  throw refuseFields([...faults, ...more]);
};
