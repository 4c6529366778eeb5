import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../../../src/commands/logger.ts';
import { redactSecrets } from '../../../src/domain/model/redact.ts';

const secret = 'k3JbQ9xW2mNp7RtYv5LzA8cDfGhE4sUo';

test('every kind of key and every webhook secret is redacted, and nothing else', () => {
  for (const kind of ['pub', 'adm', 'dl', 'invite', 'usr'])
    assert.equal(redactSecrets(`/a/slw_${kind}_key_1_${secret}/b`), `/a/slw_${kind}_…/b`);
  assert.equal(redactSecrets(`SLW_PUB_${secret}`), 'slw_PUB_…');
  assert.equal(redactSecrets(`slw_${secret}`), 'slw_…');
  assert.equal(redactSecrets('whsec_a+b/c%2B== and more'), 'whsec_… and more');
  assert.equal(redactSecrets('/releases/stable/linux/x86_64/1.0.0'), '/releases/stable/linux/x86_64/1.0.0');
});

test('the log redacts them wherever they stand in a line', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line), dropped: () => 0 };
  const { logger } = createLogger({ logLevel: 'info' }, destination);
  logger.warn({ err: new Error(`no slw_dl_${secret}`), url: `/whsec_${secret}` }, `and slw_usr_${secret}`);
  assert.equal(lines.length, 1);
  assert.ok(!lines.join('').includes(secret));
  assert.equal(JSON.parse(lines[0] ?? '').msg, 'and slw_usr_…');
});
