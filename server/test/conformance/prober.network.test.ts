import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../../../lab/certificate.ts';
import { freePort } from '../../../lab/free-port.ts';
import { startNameServer } from '../../../lab/name-server.ts';
import { openProber } from '../../src/drivers/prober.ts';
import { proberConformance, type Served } from './prober.ts';

/* The real prober on this machine, with a local name server, servers and certificates. */

const answerOf =
  ({ status, presence }: Served): RequestListener =>
  (_request, response) => {
    const headers = { location: '/elsewhere', ...(presence && { 'slipway-presence': presence }) };
    response.writeHead(status, headers).end('nobody reads this');
  };

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

proberConformance('DNS and HTTPS', async () => {
  const nameServer = await startNameServer();
  const ca: string[] = [];
  const servers: Server[] = [];
  const prober = () => openProber({ nameServers: [nameServer.address], ca });
  const start = async (host: string, served: Served): Promise<string> => {
    const { tls } = served;
    const made = tls && makeCertificate(tls.names ?? [host], tls.days);
    if (made !== undefined && tls?.isTrusted === true) ca.push(made.cert);
    const server = made ? createSecure(made, answerOf(served)) : createPlain(answerOf(served));
    servers.push(server);
    return `${made ? 'https' : 'http'}://${host}:${await listen(server)}`;
  };
  return {
    prober: {
      resolve: (host) => prober().resolve(host),
      probe: (url, addresses) => prober().probe(url, addresses),
    },
    name: async (host, records) => {
      nameServer.setSilent(records === undefined);
      // The other name has its own records.
      nameServer.set(host, records?.cname === undefined ? records : { cname: records.cname });
    },
    serve: async (host, served) =>
      served === undefined ? `http://${host}:${await freePort()}` : start(host, served),
    stop: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await nameServer.stop();
    },
  };
});
