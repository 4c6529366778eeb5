import type { Instant } from '../model/instant.ts';

export type DnsResult =
  | { outcome: 'found'; cname: string | undefined; addresses: readonly ResolvedAddress[] }
  | { outcome: 'missing' }
  | { outcome: 'failed' };

export interface ResolvedAddress {
  address: string;
  /** Whether it is globally reachable: not loopback, private or reserved. */
  isPublic: boolean;
}

/** A host's certificate, and the errors that clients would report. */
export interface ProbedCertificate {
  issuer: string | undefined;
  notAfter: Instant;
  fault: 'expired' | 'other-name' | 'untrusted' | undefined;
}

/** Everything that is read from a response. */
export interface ProbeReply {
  http: { status: number; presence: string | undefined } | undefined;
  certificate: ProbedCertificate | undefined;
  failure: 'refused' | 'timeout' | 'handshake' | 'broken' | undefined;
}

/** Probes hosts from outside. Each call ends within a few seconds, and none throws. */
export interface Prober {
  resolve(host: string): Promise<DnsResult>;
  /** Sends one GET to these addresses only, without credentials or redirects. */
  probe(url: string, addresses: readonly string[]): Promise<ProbeReply>;
}
