import type { Instant } from './instant.ts';

/** What one step of the way to a domain comes to. */
export interface DomainCheckStep<State extends string> {
  state: State;
  verdict: 'good' | 'doubtful' | 'bad' | 'skipped';
  /** What was seen. */
  detail: string;
  /** What to do about it, in one sentence. */
  remedy: string | undefined;
}

export type DnsStep = DomainCheckStep<'here' | 'elsewhere' | 'private' | 'missing' | 'unknown'>;

export type AnswerStep = DomainCheckStep<
  'here' | 'other-host' | 'other-service' | 'redirect' | 'unreachable' | 'not-asked'
>;

export type CertificateStep = DomainCheckStep<
  'valid' | 'ending' | 'expired' | 'other-name' | 'untrusted' | 'missing' | 'not-asked' | 'not-used'
>;

/** The way of a request to an app on a domain of its own: the first step that is bad is what to mend. */
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
