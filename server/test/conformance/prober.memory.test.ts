import type { ProbedCertificate } from '../../src/domain/ports/prober.ts';
import { plantInternet } from '../memory/prober.ts';
import { proberConformance, type Served } from './prober.ts';

const certificateOf = (host: string, tls: Served['tls']): ProbedCertificate | undefined => {
  if (tls === undefined) return undefined;
  const { days, names = [host], isTrusted } = tls;
  const faults = { untrusted: !isTrusted, expired: days < 0, 'other-name': !names.includes(host) };
  const [fault] = (Object.keys(faults) as (keyof typeof faults)[]).filter((one) => faults[one]);
  const notAfter = new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
  return { issuer: 'Slipway lab', notAfter, fault };
};

proberConformance('in memory', async () => {
  const { prober, name, serve } = plantInternet();
  return {
    prober,
    name: async (host, records) =>
      name(
        host,
        records && {
          ...(records.cname && { cname: records.cname }),
          addresses: (records.a ?? []).map((address) => ({ address, isPublic: false })),
        },
      ),
    serve: async (host, served) => {
      if (served === undefined) return `http://${host}`;
      const { status, presence, tls } = served;
      serve(host, ({ protocol }) =>
        protocol === 'https:' && tls === undefined
          ? { failure: 'handshake' }
          : { http: { status, presence }, certificate: certificateOf(host, tls) },
      );
      return `${tls === undefined ? 'http' : 'https'}://${host}`;
    },
    stop: async () => undefined,
  };
});
