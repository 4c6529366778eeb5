import type { App, Client } from '@slipway/api';
import { isProblem } from '../errors/to-failure.ts';
import { bad, doubtful, type Finding, good, skipped } from './finding.ts';

const about = 'trust';

/** Lists the trusted pipelines that this key may see, with warnings. */
export const examineTrust = async (app: App, client: Client): Promise<Finding | undefined> => {
  try {
    const { trustedPublishers } = await client.listTrustedPublishers(app.slug);
    if (trustedPublishers.length === 0)
      return app.publishing === 'trusted'
        ? bad(
            about,
            'Only trusted publishers may publish, and none is trusted.',
            'Add one with `slipway trust add github <repository> --workflow <file>`.',
          )
        : skipped(about, 'No pipeline publishes without a secret.');
    const open = trustedPublishers.flatMap(({ name, warnings = [] }) =>
      warnings.map(({ detail }) => `${name}: ${detail}`),
    );
    if (open.length === 0)
      return good(about, `${trustedPublishers.length} trusted, each held to a ref or an environment.`);
    const remedy = 'Remove the trust, and add it again with --ref or --environment.';
    return doubtful(about, open.join(' '), remedy);
  } catch (error) {
    if (isProblem(error, 'scope-missing', 'not-found')) return undefined;
    throw error;
  }
};
