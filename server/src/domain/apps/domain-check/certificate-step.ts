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
  detail: 'Not used: app URLs start with http:.',
  remedy: 'For use beyond this machine, add a proxy with certificates and set SLIPWAY_PUBLIC_URL to https.',
};

const notAsked: CertificateStep = {
  state: 'not-asked',
  verdict: 'skipped',
  detail: 'Not checked: nothing responds there.',
  remedy: undefined,
};

const missing: CertificateStep = {
  state: 'missing',
  verdict: 'bad',
  detail: 'No certificate: the TLS handshake failed.',
  remedy:
    'Get a certificate for this name. Proxies that ask /internal/tls-ask do so at the first request; in others, add the name.',
};

const remedies = {
  expired: 'Renew it. The proxy’s log says why it wasn’t renewed.',
  'other-name': 'Add this name to the certificate, or get one for it.',
  untrusted:
    'Use a public authority and send the whole chain. For your own authority, start the server with NODE_EXTRA_CA_CERTS.',
} as const;

const faults = {
  expired: 'it has expired',
  'other-name': 'it is for other names',
  untrusted: 'clients don’t trust the issuer',
} as const;

const evaluateCertificate = (
  { issuer, notAfter, fault }: ProbedCertificate,
  daysLeft: number,
): CertificateStep => {
  const by = `Issued by ${issuer ?? 'an unnamed authority'}`;
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
    return { state: 'valid', verdict: 'good', detail: `${by}; expires on ${end}.`, remedy: undefined };
  return {
    state: 'ending',
    verdict: 'doubtful',
    detail: `${by}; expires on ${end}.`,
    remedy: 'Check the proxy’s log: it should renew about 30 days before expiry.',
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
