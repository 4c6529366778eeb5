import { retryUntilSuccess } from '../lab/wait-until.ts';
import { type Answer, type Ask, dial } from './dial.ts';

/** The app of a change, from its URL or its response. */
const appOf = (ask: Ask, answer: Answer): string =>
  /\/v1\/apps\/([^/?]+)/.exec(ask.url)?.[1] ?? answer.json<{ app: { slug: string } }>().app.slug;

/**
 * Waits after each change until every node shows it, like a publisher behind a load balancer: polls the nodes for the
 * response's revision.
 */
export const createSettling = (nodes: () => number[]) => async (ask: Ask, answer: Answer) => {
  const revision = answer.headers['slipway-revision'];
  if (revision === undefined) return;
  const query = new URLSearchParams({ app: appOf(ask, answer), revision: String(revision) });
  await Promise.all(
    nodes().map((port) =>
      retryUntilSuccess(async () => {
        const { status, text } = await dial({ url: `http://127.0.0.1:${port}/readyz?${query}` });
        if (status !== 200) throw new Error(`node ${port}, ${query}: ${text}`);
      }),
    ),
  );
};
