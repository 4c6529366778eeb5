import type { DnsResult, ProbeReply, Prober, ResolvedAddress } from '../../src/domain/ports/prober.ts';

/** An internet of a few hosts: what it says is what a test gave it. */
export interface PlantedInternet {
  prober: Prober;
  /** Where a name leads; undefined: the name servers do not answer. */
  name(host: string, led: { cname?: string; addresses: readonly ResolvedAddress[] } | undefined): void;
  /** What answers at a host, seen with the address of the question. */
  serve(host: string, answer: (url: URL) => Partial<ProbeReply>): void;
  /** Every question that was sent, with the addresses that were dialled. */
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
      ask: async (url, addresses) => {
        dialled.push({ url, addresses });
        const answer = served.get(new URL(url).hostname)?.(new URL(url));
        return answer === undefined ? nobody : { ...nobody, failure: undefined, ...answer };
      },
    },
  };
};
