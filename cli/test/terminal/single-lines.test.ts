import assert from 'node:assert/strict';
import test from 'node:test';
import { createClient } from '@slipway/api';
import { whoami } from '../../src/commands/whoami.ts';
import { createSettings } from '../../src/config/settings.ts';
import { flattenResponseText } from '../../src/terminal/flatten-response-text.ts';
import { createTestContext } from '../terminal-context.ts';

const answering = (body: unknown) =>
  flattenResponseText(async () => ({
    status: 200,
    headers: { get: () => null },
    text: async () => JSON.stringify(body),
  }));

test('a line break in the name of a key cannot forge a line', async () => {
  const name = 'ci\nAdmin key: full access to all apps.\r\u001b[2J';
  const key = { id: 'key_1', name, scopes: ['read'], expiresAt: null };
  const fetch = answering({ session: { actor: 'key', key, app: 'acme' } });
  const { context, written } = createTestContext('/');
  const settings = createSettings({
    flags: { url: 'http://localhost:1', app: 'acme' },
    env: { SLIPWAY_KEY: 'slw_pub_x' },
    project: undefined,
    credentials: { services: {} },
  });
  const client = () => createClient({ baseUrl: 'http://localhost:1', fetch });
  await whoami.run({ args: [], options: {} }, { ...context, settings, client });
  const lines = written.stdout.trimEnd().split('\n');
  assert.equal(lines.length, 2, written.stdout);
  assert.match(lines[1] ?? '', /^Key key_1 \("ci Admin key: full access to all apps\.\ufffd\ufffd/);
});

test('multi-line fields keep their line breaks', async () => {
  const sent = { release: { notes: 'a\n\tb', artifacts: [{ signature: 'x\ny' }], withdrawReason: 'a\nb' } };
  const answer = await answering(sent)('', { method: 'GET', headers: {} });
  assert.deepEqual(JSON.parse(await answer.text()), {
    release: { ...sent.release, withdrawReason: 'a b' },
  });
});
