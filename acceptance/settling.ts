import { eventually } from '../lab/until.ts';
import { type Answer, type Ask, dial } from './dial.ts';

interface Probe {
  host: string;
  path: string;
}

const changing = /\/v1\/apps(?:\/([^/?]+)(?:\/(releases|domains)(?:\/.*)?)?)?$/;

/** The apps and hosts that a change of the API may show on, by the names of its request and its answer. */
const subjects = (ask: Ask, answer: Answer) => {
  const [, slug, below] = changing.exec(ask.url) ?? [];
  const { app } = (answer.text === '' ? {} : answer.json()) as { app?: { slug: string; publicSlug: string } };
  const named =
    ask.method === 'DELETE' ? ask.url.split('/').at(-1) : /"domain":"([^"]+)"/.exec(String(ask.body))?.[1];
  return {
    slug: app?.slug ?? slug,
    publicSlug: app?.publicSlug,
    domain: below === 'domains' ? named : undefined,
  };
};

const ask = async (port: number, { host, path }: Probe): Promise<string> => {
  const { status, text } = await dial({ url: `http://127.0.0.1:${port}${path}`, headers: { host } });
  // An error may carry the id of its request.
  return status === 200 ? text : String(status);
};

/**
 * Waits after each change until every node shows the public the same, as a publisher behind a load balancer would
 * have to. The node that made the change shows it at once, so that alike means up to date.
 */
export const createSettling = (nodes: () => number[]) => {
  const publicSlugs = new Map<string, string>();

  const probesOf = (change: Ask, answer: Answer): Probe[] => {
    const { slug, publicSlug, domain } = subjects(change, answer);
    if (slug !== undefined && publicSlug !== undefined) publicSlugs.set(slug, publicSlug);
    const known = publicSlugs.get(slug ?? '');
    const check = '/releases/stable/linux/x86_64/0.0.0';
    if (domain !== undefined) return [{ host: domain, path: check }];
    if (known === undefined) return [];
    const host = `${known}.localhost`;
    return [check, `/releases/v1/apps/${known}/releases?limit=100`].map((path) => ({ host, path }));
  };

  return async (change: Ask, answer: Answer): Promise<void> => {
    const isChange = !['GET', 'HEAD', 'OPTIONS', undefined].includes(change.method);
    if (!isChange || answer.status >= 300 || !changing.test(change.url)) return;
    for (const probe of probesOf(change, answer)) {
      await eventually(async () => {
        const said = new Set(await Promise.all(nodes().map((port) => ask(port, probe))));
        if (said.size > 1) throw new Error(`the nodes differ on ${probe.host}${probe.path}`);
      });
    }
  };
};
