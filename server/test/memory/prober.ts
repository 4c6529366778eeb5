import type { DnsResult, ProbeReply, Prober, ResolvedAddress } from '../../src/domain/ports/prober.ts';

/** A fake internet of a few hosts. */
export interface PlantedInternet {
  prober: Prober;
  /** Sets a name's records; undefined: the name servers do not respond. */
  name(host: string, led: { cname?: string; addresses: readonly ResolvedAddress[] } | undefined): void;
  /** Sets a host's response by URL. */
  serve(host: string, answer: (url: URL) => Partial<ProbeReply>): void;
  /** Every request, with the addresses that were contacted. */
  dialled: { url: string; addresses: readonly string[] }[];
}

const nobody: ProbeReply = { http: undefined, certificate: undefined, failure: 'refused' };

export const plantInternet = (): PlantedInternet => {
  const names = new Map<string, DnsResult>();
  const served = new Map<string, (url: URL) => Partial<ProbeReply>>();
  const dialled: PlantedInternet['dialled'] = [];
  return {
    dialled,
    name: (host, led) =>
      void names.set(
        host,
        led === undefined ? { outcome: 'failed' } : { outcome: 'found', cname: led.cname, ...led },
      ),
    serve: (host, answer) => void served.set(host, answer),
    prober: {
      resolve: async (host) => names.get(host) ?? { outcome: 'missing' },
      probe: async (url, addresses) => {
        dialled.push({ url, addresses });
        const answer = served.get(new URL(url).hostname)?.(new URL(url));
        return answer === undefined ? nobody : { ...nobody, failure: undefined, ...answer };
      },
    },
  };
};
