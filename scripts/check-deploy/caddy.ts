import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Answer, Ask } from '../demo/ask.ts';
import { domain, freePorts, publishThrough, runProgram, startBehind } from './lab.ts';

/* deploy/Caddyfile in a real Caddy, with certificates of its own authority in place of a public one. */

const caddyfile = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));

/** Asks over TLS; every name is this machine, and only the given authority is believed. */
const createDial =
  (port: number, authority: () => Promise<string>) =>
  async (address: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> => {
    const { host, hostname, pathname, search } = new URL(address);
    const ca = await authority();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
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

export const checkCaddy = async (folder: string, say: (line: string) => void): Promise<void> => {
  const [httpPort = 0, port = 0] = await freePorts(2);
  const at = (label: string): string => `https://${label}.${domain}:${port}`;
  const service = await startBehind(folder, at, at('uploads'));
  const caddy = runProgram('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SLIPWAY_API_HOST: `api.${domain}`,
    SLIPWAY_UPLOAD_HOST: `uploads.${domain}`,
    SLIPWAY_NODES: service.node,
    SLIPWAY_ASK_NODE: service.node,
    SLIPWAY_UPLOAD_NODES: service.uploadNode,
    CADDY_GLOBAL_OPTIONS: [
      'local_certs',
      'skip_install_trust',
      'admin off',
      `http_port ${httpPort}`,
      `https_port ${port}`,
      'default_bind 127.0.0.1',
    ].join('\n'),
  });
  const authority = () => readFile(`${folder}/caddy/pki/authorities/local/root.crt`, 'utf8');
  const dial = createDial(port, authority);
  try {
    await caddy.ready(() => dial(`${at('api')}/healthz`));
    const { bytes, releaseId } = await publishThrough(dial, at('api'), 'comet');
    say('starts as it is, and publishes and uploads pass through over TLS');

    const check = await dial(`${at('comet')}/releases/stable/linux/x86_64/0.9.0`);
    assert.equal(check.status, 200);
    assert.equal(
      JSON.parse(await text(check.body)).url,
      `${at('comet')}/releases/download/${releaseId}/linux-x86_64`,
    );
    assert.ok((await service.asked('/internal/tls-ask')) >= 1);
    say('an app’s host gets a certificate on demand, after the service was asked');

    await assert.rejects(dial(`${at('nobody')}/releases/stable/linux/x86_64/0.9.0`), /alert|TLS|SSL|EPROTO/i);
    say('a host that is no app’s gets none');

    const address = `${at('comet')}/releases/download/${releaseId}/linux-x86_64`;
    const range = await dial(address, { headers: { range: 'bytes=1000-' } });
    assert.equal(range.status, 206);
    assert.ok(Buffer.concat(await range.body.toArray()).equals(bytes.subarray(1000)));
    say('downloads are resumed by range');

    for (const path of ['/metrics', '/internal/tls-ask?domain=x'])
      for (const host of ['api', 'comet']) assert.equal((await dial(`${at(host)}${path}`)).status, 404);
    assert.equal((await dial(`${at('api')}/v1/apps`)).status, 401);
    say('what is for this machine alone is not answered outside');
  } finally {
    await caddy.end();
    await service.end();
  }
};
