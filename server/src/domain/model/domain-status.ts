import type { Instant } from './instant.ts';

export interface DomainCheckStep<State extends string> {
  state: State;
  verdict: 'good' | 'doubtful' | 'bad' | 'skipped';
  /** The finding. */
  detail: string;
  /** The fix, in one sentence. */
  remedy: string | undefined;
}

export type DnsStep = DomainCheckStep<'here' | 'elsewhere' | 'private' | 'missing' | 'unknown'>;

export type AnswerStep = DomainCheckStep<
  'here' | 'other-host' | 'other-service' | 'redirect' | 'unreachable' | 'not-asked'
>;

export type CertificateStep = DomainCheckStep<
  'valid' | 'ending' | 'expired' | 'other-name' | 'untrusted' | 'missing' | 'not-asked' | 'not-used'
>;

/** The steps of a request to a custom domain; the first failing step is the one to fix. */
export interface DomainStatus {
  domain: string;
  checkedAt: Instant;
  dns: DnsStep & { cname: string | undefined; addresses: readonly string[] };
  answers: AnswerStep & { url: string };
  certificate: CertificateStep & {
    issuer: string | undefined;
    notAfter: Instant | undefined;
    daysLeft: number | undefined;
  };
}
