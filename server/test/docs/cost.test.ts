import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { expensive } from '../attacks/cost/expensive.ts';

test('docs/SCALING.md lists the requests without a key that cost more than a millisecond', async () => {
  const markdown = await readFile(new URL('../../../docs/SCALING.md', import.meta.url), 'utf8');
  const section = /\n### Requests that cost more\n([\s\S]*?)\n## /.exec(markdown)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, request, reason]) => ({
    request,
    reason,
  }));
  assert.deepEqual(
    rows.slice(1),
    expensive.map(({ request, reason }) => ({ request, reason })),
  );
});
