import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificate } from '../../../lab/certificate.ts';
import { freePort } from '../../../lab/free-port.ts';
import { startShippedNginx } from '../../../lab/nginx.ts';
import { cpuSeconds } from '../../../lab/process-usage.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Findings, formatMicros } from '../measuring/row.ts';
import { checkPath, oldVersion, publishApp } from '../measuring/sample-app.ts';
import { median } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* A realistic updater visit: a TLS connection for one check, through the shipped nginx. */

const app = 'visited';

const startSecured = async (bench: Bench, slipway: Slipway) => {
  const folder = await bench.folder('nginx');
  const { cert, key } = makeCertificate(['*.localhost'], 30);
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key);
  const port = await freePort();
  const secured = `listen 127.0.0.1:${port} ssl; ssl_certificate ${certFile}; ssl_certificate_key ${keyFile};`;
  const nginx = await startShippedNginx({
    ...{ folder, service: slipway },
    change: (sites) => sites.replace('server_name ~.;', `${secured} server_name ~.;`),
  });
  return stopWithSection(bench, { ...nginx, port });
};

export const measureTlsChecks = async (bench: Bench): Promise<Findings> => {
  const env = { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' };
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('visits'), env }));
  await publishApp(slipway, app, 20);
  // Not cached, so that each visit reaches the server.
  await slipway.client.changeApp(app, { checkCaching: 'private' });
  const nginx = await startSecured(bench, slipway);
  const { connections, milliseconds, rounds } = bench.rounds;
  const requests = [getRequest(slipway.hostOf(app), checkPath(oldVersion))];
  bench.log('visits over TLS');
  const [proxy, service]: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const before = [cpuSeconds(nginx.pid), cpuSeconds(slipway.pid)];
    const order = { kind: 'fresh', isSecure: true, port: nginx.port, startAt: 0 } as const;
    const outcome = await bench.load.run({ ...order, connections, milliseconds, requests });
    const { requests: visits, statuses } = outcome;
    if (statuses[200] !== visits) throw new Error(`nginx answered ${JSON.stringify(statuses)}`);
    const spent = [cpuSeconds(nginx.pid), cpuSeconds(slipway.pid)].map(
      (now, index) => ((now - (before[index] ?? 0)) / visits) * 1e6,
    );
    if (round < 0) continue;
    proxy.push(spent[0] ?? 0);
    service.push(spent[1] ?? 0);
  }
  const [outside, inside] = [median(proxy), median(service)];
  return {
    rows: [
      {
        path: 'update check on a new TLS connection, through deploy/nginx.conf',
        figure: 'CPU per connection; no goal',
        value: undefined,
        limit: undefined,
        measured: formatMicros(outside + inside),
        detail: `nginx ${formatMicros(outside)}, with TLS 1.3, a P-256 key, and a full handshake each time; Slipway ${formatMicros(inside)}`,
      },
    ],
  };
};
