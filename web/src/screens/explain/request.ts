import { urlWithQuery } from '../../ui/pages.ts';

/* What is asked about a client, as the address of the screen says it, and as the API and the client itself ask. Pure. */

export interface ExplainRequest {
  channel: string;
  target: string;
  version: string;
  feed: string;
  client: string;
  network: string;
  cohort: string;
  system: string;
  /** `true` where someone pressed “check now”. */
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
 * The question of an address; what it does not say is empty, the channel is `stable`. Anyone may have made the address,
 * and people paste what is made of it into terminals, which heed control characters.
 */
export const parseExplainRequest = (query: Record<string, string>): ExplainRequest => {
  const names = Object.keys(nothing) as (keyof ExplainRequest)[];
  return Object.fromEntries(
    names.map((name) => [name, (query[name] ?? nothing[name]).replace(/\p{Cc}+/gu, ' ').trim()]),
  ) as unknown as ExplainRequest;
};

/** Whether it can be answered. */
export const isComplete = ({ target, version }: ExplainRequest): boolean => target !== '' && version !== '';

/** The address of the screen with this question. */
export const explainUrl = (app: string, question: ExplainRequest): string =>
  urlWithQuery(`/apps/${app}/explain`, { ...question });

/** A target in the two parts of a check's address: `linux-deb-x86_64` is `linux-deb` and `x86_64`. */
export const splitTarget = (target: string): { target: string; arch: string } => {
  const at = target.lastIndexOf('-');
  return at <= 0 ? { target, arch: '' } : { target: target.slice(0, at), arch: target.slice(at + 1) };
};

/** The question as the API takes it. */
export const toExplainQuery = ({ target, version, ...rest }: ExplainRequest) => {
  const told = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return { ...told, ...splitTarget(target), currentVersion: version };
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A line for a terminal that asks what the client asks; its network cannot be told so. */
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
