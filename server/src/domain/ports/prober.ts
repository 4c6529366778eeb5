import type { Instant } from '../model/instant.ts';

/** What the DNS says of a host. */
export type DnsResult =
  | { outcome: 'found'; cname: string | undefined; addresses: readonly ResolvedAddress[] }
  | { outcome: 'missing' }
  | { outcome: 'failed' };

export interface ResolvedAddress {
  address: string;
  /** Whether anyone on the internet may mean it: not this machine, not a private network, nothing reserved. */
  isPublic: boolean;
}

/** A certificate that a host showed, and what clients have against it. */
export interface ProbedCertificate {
  issuer: string | undefined;
  notAfter: Instant;
  fault: 'expired' | 'other-name' | 'untrusted' | undefined;
}

/** What came of asking a host. Of an answer nothing but this is read. */
export interface ProbeReply {
  http: { status: number; presence: string | undefined } | undefined;
  certificate: ProbedCertificate | undefined;
  /** Why there is no answer. */
  failure: 'refused' | 'timeout' | 'handshake' | 'broken' | undefined;
}

/** Looks at hosts from outside. Each call ends within a few seconds, and none throws. */
export interface Prober {
  resolve(host: string): Promise<DnsResult>;
  /** Sends one GET to these addresses alone, without credentials; no redirect is followed. */
  ask(url: string, addresses: readonly string[]): Promise<ProbeReply>;
}
