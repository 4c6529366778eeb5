import { createPublisher } from './publisher.ts';
import { lazily, unique, type World } from './world.ts';

/** An app with its own host and domain, and a way to send any Host header. */
export const createHostStage = (world: World) => {
  const shared = lazily(async () => {
    const app = await createPublisher(world, { publicSlug: unique('public') });
    const { release } = await app.publish({ version: '2.0.0' });
    const domain = `${unique('updates')}.example.com`;
    await world.admin().createDomain(app.slug, { domain });
    return { app, release, domain };
  });
  /** Sends a request with a custom Host header. */
  const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
    world.send({ url: `${world.deployed().baseUrl}${path}`, headers: { host, ...headers } });

  return { shared, ask };
};
