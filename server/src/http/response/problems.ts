import { type Problem, type ProblemCode, problems } from '@slipway/api';
import type { FastifyError } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { type Fault, Refusal } from '../../domain/model/errors.ts';

/* Maps the domain's codes to HTTP statuses of the contract (RFC 9457). */

export interface ProblemFacts {
  code: ProblemCode;
  detail: string;
  faults?: readonly Fault[] | undefined;
}

/** A refusal by the HTTP layer itself. */
export class HttpRefusal extends Error {
  readonly code: ProblemCode;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = 'HttpRefusal';
    this.code = code;
    this.headers = headers;
  }
}

/** For addresses that don't exist on this host. */
export const addressNotFound = (): HttpRefusal =>
  new HttpRefusal('not-found', 'There is nothing at this URL.');

export const problemContentType = 'application/problem+json; charset=utf-8';

/** Retry-After for 429 and 503, in seconds. */
const retryAfterSeconds: Partial<Record<number, string>> = { 429: '1', 503: '5' };
/** The server contacts an issuer no more often than this. */
const issuerPause = String(bounds.issuerPauseSeconds);

/** Fastify's own errors, by code. */
const frameworkProblems: Record<string, ProblemFacts> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'not-json',
    detail: 'Send the body with Content-Type: application/json.',
  },
  FST_ERR_BAD_URL: {
    code: 'bad-request',
    detail: 'The URL is invalid: its percent-encoding is broken.',
  },
  FST_ERR_NOT_FOUND: { code: 'not-found', detail: 'There is nothing at this URL.' },
};

/** Public texts for server faults; the original message goes only to the log. */
const publicDetails: Partial<Record<ProblemCode, string>> = {
  'database-unavailable': 'The database is unavailable. Try again shortly.',
  'issuer-unavailable': 'Can’t fetch the token issuer’s keys. Try again in a minute.',
  'storage-unavailable': 'The storage is unavailable. Try again shortly.',
  'artifact-damaged': 'The stored file is damaged and was not sent.',
};

/** Unknown errors reveal nothing internal. */
export const problemOf = (error: unknown): ProblemFacts => {
  if (error instanceof Refusal) {
    return { code: error.code, detail: publicDetails[error.code] ?? error.message, faults: error.faults };
  }
  if (error instanceof HttpRefusal) return { code: error.code, detail: error.message };
  const framework = frameworkProblems[(error as Partial<FastifyError> | undefined)?.code ?? ''];
  if (framework !== undefined) return framework;
  return {
    code: 'internal',
    detail: 'Internal error. See the request ID in the server log.',
  };
};

export const renderProblem = ({ code, detail, faults }: ProblemFacts, requestId?: string): Problem => ({
  type: `urn:slipway:problem:${code}`,
  title: problems[code].title,
  status: problems[code].status,
  detail,
  code,
  ...(faults !== undefined && faults.length > 0 ? { errors: faults.map((fault) => ({ ...fault })) } : {}),
  ...(requestId !== undefined && problems[code].status >= 500 ? { requestId } : {}),
});

export const problemHeaders = (code: ProblemCode): Record<string, string> => {
  const { status } = problems[code];
  const retryAfter = code === 'issuer-unavailable' ? issuerPause : retryAfterSeconds[status];
  return {
    'content-type': problemContentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  };
};
