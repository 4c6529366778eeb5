import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Prober } from '../../src/domain/ports/prober.ts';

/** A responding host; `days` gives it a certificate for `names` (its own by default), issued by an authority. */
export interface Served {
  status: number;
  presence?: string;
  tls?: { days: number; names?: readonly string[]; isTrusted: boolean };
}

export interface ProberStage {
  prober: Prober;
  /** Sets a name's DNS records; undefined: its name servers do not respond. */
  name(host: string, records: { a?: string[]; cname?: string } | undefined): Promise<void>;
  /** Starts a server and returns its address; undefined: nothing responds. */
  serve(host: string, served: Served | undefined): Promise<string>;
  stop(): Promise<void>;
}

const here = ['127.0.0.1'];

export const proberConformance = (name: string, open: () => Promise<ProberStage>): void => {
  const staged = async (body: (stage: ProberStage) => Promise<void>): Promise<void> => {
    const stage = await open();
    try {
      await body(stage);
    } finally {
      await stage.stop();
    }
  };

  describe(`a prober: ${name}`, () => {
    test('resolves addresses and CNAMEs', () =>
      staged(async ({ prober, ...stage }) => {
        await stage.name('own.example', { a: here });
        await stage.name('get.example', { cname: 'own.example', a: here });
        const addresses = [{ address: '127.0.0.1', isPublic: false }];
        const own = await prober.resolve('own.example');
        assert.deepEqual(own, { outcome: 'found', cname: undefined, addresses });
        const led = await prober.resolve('get.example');
        assert.deepEqual(led, { outcome: 'found', cname: 'own.example', addresses });
      }));

    test('distinguishes a missing name from unresponsive name servers', () =>
      staged(async ({ prober, ...stage }) => {
        assert.deepEqual(await prober.resolve('nobody.example'), { outcome: 'missing' });
        await stage.name('away.example', undefined);
        assert.deepEqual(await prober.resolve('away.example'), { outcome: 'failed' });
      }));

    test('reads status and proof of a response and follows no redirect', () =>
      staged(async ({ prober, ...stage }) => {
        const url = await stage.serve('get.example', { status: 302, presence: 'a.b' });
        const reply = await prober.probe(`${url}/healthz?nonce=1`, here);
        assert.deepEqual(reply, {
          http: { status: 302, presence: 'a.b' },
          ...{ certificate: undefined, failure: undefined },
        });
      }));

    const certificates: [of: string, Served['tls'], fault: string | undefined][] = [
      ['of a known authority', { days: 60, isTrusted: true }, undefined],
      ['that has expired', { days: -2, isTrusted: true }, 'expired'],
      ['for another name', { days: 60, names: ['else.example'], isTrusted: true }, 'other-name'],
      ['that vouches for itself', { days: 60, isTrusted: false }, 'untrusted'],
    ];
    for (const [of, tls, fault] of certificates) {
      test(`evaluates a certificate ${of} and still gets the response`, () =>
        staged(async ({ prober, ...stage }) => {
          const url = await stage.serve('get.example', { status: 200, presence: 'a.b', ...(tls && { tls }) });
          const { http, certificate } = await prober.probe(`${url}/healthz`, here);
          assert.deepEqual(http, { status: 200, presence: 'a.b' });
          assert.deepEqual([certificate?.issuer, certificate?.fault], ['Slipway lab', fault]);
          const days = (Date.parse(certificate?.notAfter ?? '') - Date.now()) / (24 * 3600 * 1000);
          assert.ok(Math.abs(days - (tls?.days ?? 0)) < 0.1, `${days} days`);
        }));
    }

    test('reports why there is no response: refused, failed handshake', () =>
      staged(async ({ prober, ...stage }) => {
        const url = await stage.serve('get.example', undefined);
        const nothing = { http: undefined, certificate: undefined };
        assert.deepEqual(await prober.probe(`${url}/healthz`, here), { ...nothing, failure: 'refused' });
        const plain = await stage.serve('plain.example', { status: 200 });
        const httpsUrl = `${plain.replace('http:', 'https:')}/healthz`;
        assert.deepEqual(await prober.probe(httpsUrl, here), { ...nothing, failure: 'handshake' });
      }));
  });
};
