import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { RequestSpec } from '../../lab/request.ts';
import type { Check } from './check.ts';
import { retryForTenSeconds } from './debian.ts';
import { baseUrlOf, type Dial, publishThroughProxy, requestCountOn } from './publish-through.ts';
import { checkManyRanges } from './ranges.ts';
import { readmeBlock } from './readme-block.ts';

/*
 * The unchanged deploy/Caddyfile in Debian's Caddy with its own unit. No public CA is reachable, so a variable for
 * global options makes Caddy sign its own certificates.
 */

const ownAuthority = `mkdir -p /etc/systemd/system/caddy.service.d
cat > /etc/systemd/system/caddy.service.d/check.conf <<'END'
[Service]
Environment="CADDY_GLOBAL_OPTIONS=local_certs\\nskip_install_trust"
END`;
const authorityFile = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';

/** Connects over TLS; every name is this machine, and only the given CA is trusted. */
const createDial =
  (authority: () => Promise<string>) =>
  async (address: string, { method = 'GET', headers = {}, body }: RequestSpec = {}): ReturnType<Dial> => {
    const { host, hostname, pathname, search } = new URL(address);
    const ca = await authority();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: 443,
          servername: hostname,
          ca,
          agent: false,
          method,
          path: pathname + search,
          headers: { ...headers, ...length, host },
        },
        (incoming) =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: incoming }),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  };

export const checkCaddy = async ({ debian, key, log }: Check): Promise<void> => {
  debian.run(ownAuthority);
  debian.run(readmeBlock('caddy'));
  const dial = createDial(() => readFile(`${debian.root}/${authorityFile}`, 'utf8'));
  // The first certificates take a moment.
  await retryForTenSeconds(() => dial(`${baseUrlOf('api')}/healthz`));
  const { bytes, releaseId } = await publishThroughProxy(dial, key, 'meteor');
  log('the file is taken as it stands; publishes and uploads pass through over TLS');

  const check = await dial(`${baseUrlOf('meteor')}/releases/stable/linux/x86_64/0.9.0`);
  assert.equal(check.status, 200);
  const address = `${baseUrlOf('meteor')}/releases/download/${releaseId}/linux-x86_64`;
  assert.equal(JSON.parse(await text(check.body)).url, address);
  assert.ok((await requestCountOn('/internal/tls-ask')) >= 1);
  log('an app’s host gets a certificate on demand, after the service was asked');

  await assert.rejects(
    dial(`${baseUrlOf('nobody')}/releases/stable/linux/x86_64/0.9.0`),
    /alert|TLS|SSL|EPROTO/i,
  );
  log('a host that is no app’s gets none');

  const range = await dial(address, { headers: { range: 'bytes=1000-' } });
  assert.equal(range.status, 206);
  assert.ok(Buffer.concat(await range.body.toArray()).equals(bytes.subarray(1000)));
  await checkManyRanges(dial, address, bytes);
  log('downloads are resumed by range, and 500 ranges pass');

  for (const path of ['/metrics', '/internal/tls-ask?domain=x'])
    for (const host of ['api', 'meteor']) assert.equal((await dial(`${baseUrlOf(host)}${path}`)).status, 404);
  assert.equal((await dial(`${baseUrlOf('api')}/v1/apps`)).status, 401);
  log('what is for this machine alone is not answered outside');
  debian.run('systemctl stop caddy');
};
