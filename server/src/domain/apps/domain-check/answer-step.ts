import type { AnswerStep } from '../../model/domain-status.ts';
import type { verifyPresence } from '../../model/presence.ts';
import type { ProbeReply } from '../../ports/prober.ts';

/* Whether this server answers on a domain. Pure. */

const fixDns = 'Fix DNS first.';

/** Used if there is no address to probe. */
export const answerSkipped: AnswerStep = {
  state: 'not-asked',
  verdict: 'skipped',
  detail: 'Not checked: the domain points to no address that can be checked.',
  remedy: fixDns,
};

const silences = {
  refused: 'refuses the connection',
  timeout: 'doesn’t respond in time',
  handshake: 'aborts the TLS handshake',
  broken: 'doesn’t return valid HTTP',
} as const;

const unreachable = (url: string, failure: NonNullable<ProbeReply['failure']>): AnswerStep => ({
  state: 'unreachable',
  verdict: 'bad',
  detail: `${url} ${silences[failure]}.`,
  remedy:
    failure === 'handshake'
      ? 'Give the proxy a certificate for this domain.'
      : `Check that a proxy runs there and its port is open. If this machine can’t reach its own public address, try curl ${url}/healthz from another.`,
});

const redirected = (status: number): AnswerStep => ({
  state: 'redirect',
  verdict: 'bad',
  detail: `The URL redirects (HTTP ${status}).`,
  remedy: 'Forward requests to this server instead of redirecting them.',
});

const others = {
  'other-host': {
    verdict: 'bad',
    detail: 'This server responds, but receives a different Host header.',
    remedy:
      'Forward the Host header unchanged, or send X-Forwarded-Host from an address in SLIPWAY_TRUSTED_PROXIES.',
  },
  'other-service': {
    verdict: 'bad',
    detail: 'Something else responds there',
    remedy: 'Point the DNS record, or the proxy behind it, at this server.',
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
    const detail = `This server responds at ${url}.`;
    return { state: 'here', verdict: 'good', detail, remedy: undefined };
  }
  if (presence === 'other-host') return { state: presence, ...others[presence] };
  if (http.status >= 300 && http.status < 400) return redirected(http.status);
  const { detail, ...rest } = others[presence];
  return { state: presence, ...rest, detail: `${detail} (HTTP ${http.status}).` };
};
