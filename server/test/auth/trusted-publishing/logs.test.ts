import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openStage, type Stage } from './stage.ts';

describe('what is logged of tokens', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ env: { LOG_LEVEL: 'trace' } });
    assert.equal((await stage.trust()).status, 201);
  });
  after(() => stage.stop());

  test('neither a token, good or bad, nor a key is in any line, however the exchange ends', async () => {
    const good = await stage.token();
    const made = (await stage.exchange(good)).json<{ secret: string }>();
    const secrets = [good, made.secret];
    await stage.exchange(good);
    for (const claims of [
      { aud: 'x' },
      { exp: 1 },
      { iss: 'https://evil.example' },
      { repository: 'a/b' },
      { ref: 'x' },
    ]) {
      const token = await stage.token(claims);
      secrets.push(token);
      await stage.exchange(token);
      await stage.exchange(`${token}x`);
      await stage.exchange(token.slice(0, -400));
    }
    const unread = await stage.token();
    secrets.push(unread);
    await stage.service.api('/v1/oidc/exchange', { key: '', json: { token: unread, app: 'A/../B' } });
    await stage.service.api('/v1/oidc/exchange', {
      key: '',
      body: `{"token":"${unread}",`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    await stage.service.api('/v1/oidc/exchange', {
      key: unread,
      json: { token: unread, app: stage.app.slug },
    });
    stage.issuer.break('away');
    await stage.exchange(await stage.token({}, { header: { kid: 'other' } }));
    const log = stage.service.logs.join('\n');
    assert.match(log, /oidc\/exchange/);
    for (const secret of secrets) {
      // Not even a part of it: the payload is private, and the signature makes it usable.
      for (const part of secret.split(/[._]/).filter((text) => text.length > 24))
        assert.ok(!log.includes(part), `the log holds ${part.slice(0, 12)}…`);
    }
  });
});
