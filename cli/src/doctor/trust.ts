import type { App, Client } from '@slipway/api';
import { isProblem } from '../errors/to-failure.ts';
import { formatQuantity } from '../terminal/format.ts';
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
            'Only trusted publishers can publish, but there are none.',
            'Add one with `slipway trust add github <repository> --workflow <file>`.',
          )
        : skipped(about, 'No trusted publishers.');
    const open = trustedPublishers.flatMap(({ name, warnings = [] }) =>
      warnings.map(({ detail }) => `${name}: ${detail}`),
    );
    if (open.length === 0)
      return good(
        about,
        `${formatQuantity(trustedPublishers.length, 'trusted publisher')}, each limited to a ref or environment.`,
      );
    const remedy = 'Remove the trusted publisher, and add it again with --ref or --environment.';
    return doubtful(about, open.join(' '), remedy);
  } catch (error) {
    if (isProblem(error, 'scope-missing', 'not-found')) return undefined;
    throw error;
  }
};
