import type { AnswerStep } from '../../model/domain-status.ts';
import type { verifyPresence } from '../../model/presence.ts';
import type { ProbeReply } from '../../ports/prober.ts';

/* Whether this server answers on a domain. Pure. */

const fixDns = 'Fix the DNS first.';

/** Used if there is no address to probe. */
export const answerSkipped: AnswerStep = {
  state: 'not-asked',
  verdict: 'skipped',
  detail: 'Not asked: the domain leads to no address that may be asked.',
  remedy: fixDns,
};

const silences = {
  refused: 'refuses the connection',
  timeout: 'does not answer in time',
  handshake: 'ends the TLS handshake',
  broken: 'gives no answer that is HTTP',
} as const;

const unreachable = (url: string, failure: NonNullable<ProbeReply['failure']>): AnswerStep => ({
  state: 'unreachable',
  verdict: 'bad',
  detail: `What is at ${url} ${silences[failure]}.`,
  remedy:
    failure === 'handshake'
      ? 'Have the proxy show a certificate for this domain.'
      : `See that a proxy runs there and its port is open; where this machine cannot reach its own public address, try curl ${url}/healthz from another.`,
});

const redirected = (status: number): AnswerStep => ({
  state: 'redirect',
  verdict: 'bad',
  detail: `A redirect answers there (HTTP ${status}).`,
  remedy: 'Have whatever answers there pass requests on to this service instead of redirecting them.',
});

const others = {
  'other-host': {
    verdict: 'bad',
    detail: 'This service answers, but is asked for another host.',
    remedy:
      'Have the proxy pass the Host header on as it came, or as X-Forwarded-Host from an address in SLIPWAY_TRUSTED_PROXIES.',
  },
  'other-service': {
    verdict: 'bad',
    detail: 'Something else answers there',
    remedy: 'Point the record, or the proxy that it leads to, at this service.',
  },
} as const;

/** `presence` says who answered. */
export const answerStep = (
  url: string,
  { http, failure = 'broken' }: ProbeReply,
  presence: ReturnType<typeof verifyPresence>,
): AnswerStep => {
  if (http === undefined) return unreachable(url, failure);
  if (presence === 'here') {
    const detail = `This service answers at ${url}.`;
    return { state: 'here', verdict: 'good', detail, remedy: undefined };
  }
  if (presence === 'other-host') return { state: presence, ...others[presence] };
  if (http.status >= 300 && http.status < 400) return redirected(http.status);
  const { detail, ...rest } = others[presence];
  return { state: presence, ...rest, detail: `${detail} (HTTP ${http.status}).` };
};
