import type { ClientRequest } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { bounds } from '../../domain/model/bounds.ts';
import { presenceHeader } from '../../domain/model/presence.ts';
import type { ProbeReply, Prober } from '../../domain/ports/prober.ts';
import { request as requestHttp } from '../../node/http-module.ts';
import { certificateOf } from './certificate.ts';

/*
 * Sends one GET to fixed addresses: the name is not resolved again, which prevents DNS rebinding between the address
 * check and the connection. No keep-alive, no redirects, and the body is not read.
 */

const lookupFixed =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (all === true) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };

/** The reason for a failed connection, as far as it may be disclosed. */
const failureOf = (error: unknown, isSecured: boolean, isConnected: boolean): ProbeReply['failure'] => {
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout';
  if (!isConnected) return 'refused';
  return isSecured ? 'broken' : 'handshake';
};

const open = (url: URL, addresses: readonly string[], ca: readonly string[] | undefined): ClientRequest => {
  const options = {
    agent: false,
    lookup: lookupFixed(addresses),
    headers: { 'user-agent': 'Slipway', accept: 'application/json' },
    signal: AbortSignal.timeout(bounds.probeSeconds * 1000),
  };
  if (url.protocol === 'http:') return requestHttp(url, options);
  // Invalid certificates are accepted, since the probe reports on them and sends nothing secret.
  const trust = { rejectUnauthorized: false, ...(ca === undefined ? {} : { ca: [...ca] }) };
  return requestHttps(url, { ...options, ...trust });
};

const maxEarlyHints = 8;

export const createHttpProbe =
  (ca: readonly string[] | undefined): Prober['probe'] =>
  (url, addresses) =>
    new Promise((resolve) => {
      // Node connects to an IP literal directly and ignores the given addresses.
      if (isIP(new URL(url).hostname) !== 0)
        return resolve({ http: undefined, certificate: undefined, failure: 'refused' });
      const request = open(new URL(url), addresses, ca);
      let isConnected = false;
      let isSecured = url.startsWith('http:');
      let certificate: ProbeReply['certificate'];
      request.on('socket', (socket) => {
        socket.once('connect', () => {
          isConnected = true;
        });
        socket.once('secureConnect', () => {
          isSecured = true;
          certificate = certificateOf(socket as TLSSocket);
        });
      });
      request.on('response', ({ statusCode = 0, headers }) => {
        const value = headers[presenceHeader];
        const presence = typeof value === 'string' ? value : undefined;
        request.destroy();
        resolve({ http: { status: statusCode, presence }, certificate, failure: undefined });
      });
      // Informational responses (103 Early Hints): an endless stream of them would keep the main thread busy.
      let hints = 0;
      request.on('information', () => {
        hints += 1;
        if (hints > maxEarlyHints) request.destroy();
      });
      request.on('error', (error) => {
        const failure = failureOf(error, isSecured, isConnected);
        resolve({ http: undefined, certificate, failure });
      });
      // Also after a 101, which is neither a response nor an error.
      request.on('close', () => resolve({ http: undefined, certificate, failure: 'broken' }));
      request.end();
    });
