import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../lab/free-port.ts';
import { spawnService } from '../../../lab/service.ts';

test('a start that waits for its database says why in one sentence, again and again, and no stack', async () => {
  const database = `postgres://slipway@127.0.0.1:${await freePort()}/slipway`;
  const started = await spawnService({ env: { SLIPWAY_DATABASE_URL: database } });
  try {
    const [line] = await started.waitForOutput(/^\{.*waiting for it"\}\n/m);
    const { err, ...rest } = JSON.parse(line);
    assert.deepEqual(Object.keys(err), ['type', 'code', 'message']);
    assert.match(err.message, /^The database cannot be reached: [^\n]*ECONNREFUSED[^\n]*\.$/);
    assert.equal(rest.msg, 'the database is unavailable; waiting for it');
  } finally {
    await started.stop('SIGKILL');
  }
});
