import type { Problem, ProblemCode } from './problem.ts';

/** The part of `fetch` that the client needs. Tools that resolve `*.localhost` themselves pass their own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface FetchResponse {
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface ClientOptions {
  baseUrl: string;
  /** A publish key or the admin key; public reads need none. */
  key?: string;
  /** Set in a signed-in browser: the server accepts the session cookie only with the header that this adds. */
  session?: true;
  /** Set by tools that preview a check, so that the server does not count them as an installed client. */
  preview?: true;
  fetch?: Fetch;
  signal?: AbortSignal;
}

type Query = Record<string, string | number | undefined>;

/** The server rejected the call, with a problem code from the closed list and its status. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: ProblemCode | 'unreadable-answer';
  readonly problem: Problem | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Problem | undefined, retryAfter: string | null) {
    super(problem?.detail ?? `The server returned ${status} without a readable body.`);
    this.name = 'ProblemError';
    this.status = status;
    this.code = (problem?.code as ProblemCode | undefined) ?? 'unreadable-answer';
    this.problem = problem;
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Omits undefined values. */
export const toQueryString = (query: Query): string => {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
};

/** Each call throws `ProblemError` if the server rejects it. */
export const createCall = (options: ClientOptions) => {
  const dial: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  const base = options.baseUrl.replace(/\/+$/, '');
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (options.key !== undefined) headers.authorization = `Bearer ${options.key}`;
    if (options.session === true) headers['x-slipway-session'] = '1';
    if (options.preview === true) headers['slipway-preview'] = '1';
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await dial(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const text = await answer.text();
    const value = parseJson(text);
    const unreadable = value === undefined && text !== '';
    if (answer.status >= 400 || unreadable) {
      throw new ProblemError(answer.status, value as Problem | undefined, answer.headers.get('retry-after'));
    }
    return value as T;
  };
};

export const joinPath = (...segments: string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
