import type { CertificateStep, DomainStatus } from '../../model/domain-status.ts';
import { dayOf, type Instant, secondsOf } from '../../model/instant.ts';
import type { ProbedCertificate, ProbeReply } from '../../ports/prober.ts';

/* Evaluates a domain's certificate as installed clients would. Pure. */

/** Automatic renewal runs 30 days before expiry, so fewer days than this mean that it failed. */
const fewDays = 14;

const daySeconds = 24 * 3600;

const daysUntil = (end: Instant, now: Instant): number =>
  Math.floor((secondsOf(end) - secondsOf(now)) / daySeconds);

const notUsed: CertificateStep = {
  state: 'not-used',
  verdict: 'skipped',
  detail: 'Not used: addresses of apps begin with http:.',
  remedy:
    'For use beyond this machine, put a proxy with certificates in front and set SLIPWAY_PUBLIC_URL to https.',
};

const notAsked: CertificateStep = {
  state: 'not-asked',
  verdict: 'skipped',
  detail: 'Not looked at: nothing answers there.',
  remedy: undefined,
};

const missing: CertificateStep = {
  state: 'missing',
  verdict: 'bad',
  detail: 'None was shown: the TLS handshake failed.',
  remedy:
    'Have the proxy get one for this name: those that ask /internal/tls-ask do at the first request, in others add the name.',
};

const remedies = {
  expired: 'Renew it, and see in the proxy’s log why that was not done by itself.',
  'other-name': 'Add this name to the certificate, or have the proxy get one of its own for it.',
  untrusted:
    'Use one of a public authority and have the proxy send the whole chain; for an authority of your own, start the service with NODE_EXTRA_CA_CERTS.',
} as const;

const faults = {
  expired: 'it has expired',
  'other-name': 'it is for other names',
  untrusted: 'clients do not trust that issuer',
} as const;

const evaluateCertificate = (
  { issuer, notAfter, fault }: ProbedCertificate,
  daysLeft: number,
): CertificateStep => {
  const by = `Issued by ${issuer ?? 'nobody that it names'}`;
  if (fault !== undefined) {
    const until = fault === 'expired' ? ` on ${dayOf(notAfter)}` : '';
    return {
      state: fault,
      verdict: 'bad',
      detail: `${by}; ${faults[fault]}${until}.`,
      remedy: remedies[fault],
    };
  }
  const end = `${dayOf(notAfter)}, in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`;
  if (daysLeft >= fewDays)
    return { state: 'valid', verdict: 'good', detail: `${by}, it ends on ${end}.`, remedy: undefined };
  return {
    state: 'ending',
    verdict: 'doubtful',
    detail: `${by}, it ends on ${end}.`,
    remedy:
      'See why the proxy did not renew it, which is usually done 30 days before the end; its log says so.',
  };
};

const stepOf = (url: string, reply: ProbeReply | undefined, daysLeft: number): CertificateStep => {
  if (url.startsWith('http:')) return notUsed;
  if (reply?.certificate !== undefined) return evaluateCertificate(reply.certificate, daysLeft);
  return reply?.failure === 'handshake' ? missing : notAsked;
};

export const certificateStep = (
  url: string,
  reply: ProbeReply | undefined,
  now: Instant,
): DomainStatus['certificate'] => {
  const { issuer, notAfter } = reply?.certificate ?? {};
  const daysLeft = notAfter === undefined ? undefined : daysUntil(notAfter, now);
  return { ...stepOf(url, reply, daysLeft ?? 0), issuer, notAfter, daysLeft };
};
