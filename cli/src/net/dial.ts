import { lookup as resolve } from 'node:dns';
import type { ClientRequest, RequestOptions } from 'node:http';
import type { LookupFunction, TcpSocketConnectOpts } from 'node:net';

/** Whether a host is this machine by name: `localhost` and all under it. */
export const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

/*
 * RFC 6761, 6.3: "Application software MAY recognize localhost names as special, or MAY pass them to name
 * resolution APIs" — and not every resolver knows the names under it, so here they are loopback.
 */
const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves as the system does, and `*.localhost` to loopback. */
const lookup: LookupFunction = (host, options, callback) => {
  if (!isLocalhost(host)) resolve(host, options, callback);
  else if (options.all) callback(null, loopback);
  else callback(null, '127.0.0.1', 4);
};

/**
 * Of a name with several addresses Node gives each but a quarter of a second: less than a far network takes, or a busy
 * machine. A lost packet is sent again after a second.
 */
const patience: Pick<TcpSocketConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
  autoSelectFamilyAttemptTimeout: 3000,
};

/** Opens a request to any http(s) address, `*.localhost` included. */
export const openRequest = async (url: string, options: RequestOptions): Promise<ClientRequest> => {
  // Loading these is a third of the time to start, and `--help` needs neither.
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  return request(url, { ...options, ...patience, lookup });
};
