import { urlWithQuery } from '../../ui/page-urls.ts';

/* The client to explain, in the screen's URL, the API query and the client's own request. Pure. */

export interface ExplainRequest {
  channel: string;
  target: string;
  version: string;
  feed: string;
  client: string;
  network: string;
  cohort: string;
  system: string;
  /** `true` for a manual check. */
  manual: string;
}

const nothing: ExplainRequest = {
  channel: 'stable',
  target: '',
  version: '',
  feed: '',
  client: '',
  network: '',
  cohort: '',
  system: '',
  manual: '',
};

/**
 * Parses the URL; the channel defaults to `stable`. The URL is untrusted and ends up in a command that people paste, so
 * control characters become spaces.
 */
export const parseExplainRequest = (query: Record<string, string>): ExplainRequest => {
  const names = Object.keys(nothing) as (keyof ExplainRequest)[];
  return Object.fromEntries(
    names.map((name) => [name, (query[name] ?? nothing[name]).replace(/\p{Cc}+/gu, ' ').trim()]),
  ) as unknown as ExplainRequest;
};

/** Whether the request has all required fields. */
export const isComplete = ({ target, version }: ExplainRequest): boolean => target !== '' && version !== '';

export const explainUrl = (app: string, question: ExplainRequest): string =>
  urlWithQuery(`/apps/${app}/explain`, { ...question });

/** Splits a target as the check URL does: `linux-deb-x86_64` is `linux-deb` and `x86_64`. */
export const splitTarget = (target: string): { target: string; arch: string } => {
  const at = target.lastIndexOf('-');
  return at <= 0 ? { target, arch: '' } : { target: target.slice(0, at), arch: target.slice(at + 1) };
};

export const toExplainQuery = ({ target, version, ...rest }: ExplainRequest) => {
  const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return { ...fields, ...splitTarget(target), currentVersion: version };
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A curl command that sends the client's request. It cannot imitate the client's network. */
export const curlCommand = (publicUrl: string, question: ExplainRequest, feedUrl?: string): string => {
  const { channel, version, client, cohort, system, manual } = question;
  const { target, arch } = splitTarget(question.target);
  const path = [channel, target, arch, version].map(encodeURIComponent).join('/');
  const headers = [
    ['Slipway-Client', client],
    ['Slipway-Cohort', cohort],
    ['Slipway-System', system],
    ['Slipway-Check', manual === 'true' ? 'manual' : ''],
  ].filter(([, value]) => value !== '');
  const url = feedUrl ?? `${publicUrl}/releases/${path}`;
  return [
    'curl -i',
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    quoted(url),
  ].join(' ');
};
