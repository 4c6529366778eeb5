import { type Problem, type ProblemCode, problems } from '@slipway/api';
import type { FastifyError } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { type Fault, Refusal } from '../../domain/model/errors.ts';

/* Codes come from the domain, statuses from the contract; this is where the two meet (RFC 9457). */

/** A problem before it is written. */
export interface ProblemFacts {
  code: ProblemCode;
  detail: string;
  faults?: readonly Fault[] | undefined;
}

/** What the edge itself says no with, before or after the domain is asked. */
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

/** For addresses at which nothing is, or nothing that this host shows. */
export const addressNotFound = (): HttpRefusal =>
  new HttpRefusal('not-found', 'There is nothing at this address.');

export const problemContentType = 'application/problem+json; charset=utf-8';

/** Seconds after which a client that was told 429 or 503 may come back. */
const retryAfterSeconds: Partial<Record<number, string>> = { 429: '1', 503: '5' };
/** No issuer is asked more often. */
const issuerPause = String(bounds.issuerPauseSeconds);

/** Errors of the framework's own, by its code. */
const frameworkProblems: Record<string, ProblemFacts> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'not-json',
    detail: 'Send the body as Content-Type: application/json.',
  },
  FST_ERR_BAD_URL: {
    code: 'bad-request',
    detail: 'The address is not valid: its percent-encoding is broken.',
  },
  FST_ERR_NOT_FOUND: { code: 'not-found', detail: 'There is nothing at this address.' },
};

/** What everyone is told of faults of the service itself; what the database or the storage said is for the log. */
const publicDetails: Partial<Record<ProblemCode, string>> = {
  'database-unavailable': 'The database does not answer at present; try again shortly.',
  'issuer-unavailable': 'The keys of the token’s issuer cannot be had at present; try again in a minute.',
  'storage-unavailable': 'The storage does not answer at present; try again shortly.',
  'artifact-damaged': 'The stored bytes are not the published ones; they are not sent.',
};

/** What an error tells the client. An unknown fault says nothing of its insides. */
export const problemOf = (error: unknown): ProblemFacts => {
  if (error instanceof Refusal) {
    return { code: error.code, detail: publicDetails[error.code] ?? error.message, faults: error.faults };
  }
  if (error instanceof HttpRefusal) return { code: error.code, detail: error.message };
  const framework = frameworkProblems[(error as Partial<FastifyError> | undefined)?.code ?? ''];
  if (framework !== undefined) return framework;
  return {
    code: 'internal',
    detail: 'The service failed to answer; its log has the cause under the request id.',
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

/** The headers of a problem; those on public paths may be read across origins. */
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
