import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminKey, startService } from '../../../lab/service.ts';
import { runBlock } from './run-block.ts';

/* docs/SCALING.md, run as written; its nginx and purge blocks are run by nodes/cached.test.ts. */

test('an app’s downloads are handed to a cache', async () => {
  const service = await startService();
  try {
    await service.client.createApp({ slug: 'hello', adapter: 'rest' });
    const env = { SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: 'hello' };
    const output = await runBlock(['docs/SCALING.md', 'delivery'], { ...env, HOME: service.folder });
    assert.match(output.join('\n'), /usage-partial|partial/);
    assert.equal((await service.client.getApp('hello')).app.delivery, 'cached');
  } finally {
    await service.stop();
  }
});
