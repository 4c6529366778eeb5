import { randomBytes } from 'node:crypto';
import { createPublisher, createTestApp } from '../harness.ts';
import { checkPath, type Node, target } from './stage.ts';

/* A staged release as clients with IDs see it. */

interface Step {
  percent: number;
  afterHours?: number;
}

/** An app whose 1.0.0 is for everyone and whose 2.0.0 rolls out in these steps. */
export const stageRollout = async (node: Pick<Node, 'api'>, steps: readonly Step[]) => {
  const app = await createTestApp(node);
  const publisher = createPublisher(node, app);
  const part = { target, bytes: randomBytes(1000) };
  await publisher.release({ version: '1.0.0' }, [part]);
  const id = await publisher.draft({ version: '2.0.0' });
  await publisher.put(await publisher.presign({ version: '2.0.0' }, part), part.bytes);
  const path = `/v1/apps/${app.slug}/releases/${id}/rollout`;
  const change = async (method: string, tail: string, json: object) => {
    const reply = await node.api(path + tail, { method, key: app.key, json });
    if (reply.status !== 200) throw new Error(reply.text());
    return reply;
  };
  await change('PUT', '', { steps });
  await publisher.publish(id);
  return {
    ...app,
    id,
    advance: () => change('POST', '/advance', {}),
    /** The percentage in the database; undefined if it does not respond. */
    percent: async () => {
      const reply = await node.api(path, { key: app.key });
      return reply.status === 200
        ? reply.json<{ rollout: { percent: number } }>().rollout.percent
        : undefined;
    },
  };
};

/** The version that an ID is offered. */
export const versionFor = async (node: Pick<Node, 'site'>, slug: string, id: string): Promise<string> => {
  const reply = await node.site(slug, checkPath, { headers: { 'slipway-client': id }, agent: false });
  return reply.status === 204 ? 'none' : reply.json<{ version: string }>().version;
};

/** The versions that IDs are offered, a few requests at a time. */
export const versionsFor = async (
  node: Pick<Node, 'site'>,
  slug: string,
  ids: readonly string[],
): Promise<string[]> => {
  const versions: string[] = [];
  for (let start = 0; start < ids.length; start += 25) {
    const some = ids.slice(start, start + 25);
    versions.push(...(await Promise.all(some.map((id) => versionFor(node, slug, id)))));
  }
  return versions;
};
