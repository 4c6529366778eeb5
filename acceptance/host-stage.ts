import { createPublisher } from './publisher.ts';
import { lazily, unique, type World } from './world.ts';

/** An app with a host and a domain of its own, and a way to ask by any Host header. */
export const createHostStage = (world: World) => {
  const shared = lazily(async () => {
    const app = await createPublisher(world, { publicSlug: unique('public') });
    const { release } = await app.publish({ version: '2.0.0' });
    const domain = `${unique('updates')}.example.com`;
    await world.admin().createDomain(app.slug, { domain });
    return { app, release, domain };
  });
  /** Asks the service with a Host header of one's own. */
  const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
    world.send({ url: `${world.deployed().baseUrl}${path}`, headers: { host, ...headers } });

  return { shared, ask };
};
