import type { TLSSocket } from 'node:tls';
import type { ProbedCertificate } from '../../domain/ports/prober.ts';

/** The UI shows this untrusted text, so it is cut to one short line. */
const shownIssuer = (name: string | string[] | undefined): string | undefined => {
  const text = [name]
    .flat()[0]
    ?.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .trim();
  return text === undefined || text === '' ? undefined : text.slice(0, 100);
};

const faultOf = (error: string | undefined): ProbedCertificate['fault'] => {
  if (error === undefined) return undefined;
  if (error === 'CERT_HAS_EXPIRED') return 'expired';
  return error === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'other-name' : 'untrusted';
};

/** The connection's certificate, checked as a client would; undefined if there was none. */
export const certificateOf = (socket: TLSSocket): ProbedCertificate | undefined => {
  const { valid_to: end, issuer } = socket.getPeerCertificate();
  const endMs = Date.parse(end ?? '');
  if (Number.isNaN(endMs)) return undefined;
  const error = socket.authorized ? undefined : String(socket.authorizationError ?? 'unknown');
  return {
    issuer: shownIssuer(issuer.O ?? issuer.CN),
    notAfter: new Date(endMs).toISOString(),
    fault: faultOf(error),
  };
};
