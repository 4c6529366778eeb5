import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { parseShellBlocks } from '../../../lab/shell-blocks.ts';
import { read, root, runBlock } from './run-block.ts';

/* The command blocks of the pages about running a server: short ones are run here, others where `elsewhere` says. */

const elsewhere: Record<string, Record<string, string>> = {
  'docs/OPERATIONS.md': {
    ready: 'server/test/docs/operations.test.ts',
    backup: 'server/test/docs/operations.test.ts',
    restore: 'server/test/docs/operations.test.ts',
    move: 'server/test/docs/operations.test.ts',
  },
  'docs/SCALING.md': { purge: 'server/test/nodes/cached.test.ts' },
};

const here: Record<string, readonly string[]> = {
  'docs/API.md': ['first'],
  'docs/DASHBOARD.md': ['person'],
  'docs/PRIVACY.md': ['fleet'],
  'docs/SCALING.md': ['delivery'],
};

/** Commands that tests cannot run: of PostgreSQL, systemd and npm, and the whole bench. */
const byHand = ['pg_dump', 'createdb', 'pg_restore', 'node --version', 'npm ', 'systemctl '];

const pages = ['DASHBOARD', 'OPERATIONS', 'SCALING', 'API', 'PRIVACY', 'PERFORMANCE'].map(
  (name) => `docs/${name}.md`,
);

describe('pages about running a server', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    await service.client.createApp({ slug: 'hello', adapter: 'rest' });
  });
  after(() => service.stop());

  const run = async (page: string, marker: string): Promise<string> => {
    const env = { SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: 'hello' };
    return (await runBlock([page, marker], { ...env, HOME: service.folder })).join('\n');
  };

  test('API begins with a request that works', async () => {
    assert.deepEqual(JSON.parse(await run('docs/API.md', 'first')), { releases: [], next: null });
  });

  test('DASHBOARD creates a key for a person', async () => {
    await run('docs/DASHBOARD.md', 'person');
    const { keys } = await service.client.listKeys('hello');
    assert.deepEqual(
      keys.map(({ name, scopes }) => [name, scopes.toSorted()]),
      [['Ada’s laptop', ['publish', 'read', 'withdraw']]],
    );
  });

  test('PRIVACY shows what is known of clients', async () => {
    assert.match(await run('docs/PRIVACY.md', 'fleet'), /: 0 checks, [\s\S]*: 0 B, 0 downloads/);
  });

  test('SCALING hands an app’s downloads to a cache, and says what is given up', async () => {
    assert.match(await run('docs/SCALING.md', 'delivery'), /partial/);
    assert.equal((await service.client.getApp('hello')).app.delivery, 'cached');
  });

  test('every command block is run by a test, or only names what no test can run', async () => {
    for (const page of pages) {
      const lines = (await read(page)).split('\n');
      for (const { line, text } of parseShellBlocks(lines.join('\n'))) {
        const [, marker] = /<!-- (\w+): the tests run/.exec(lines[line - 3] ?? '') ?? [];
        const where = marker === undefined ? undefined : elsewhere[page]?.[marker];
        if (marker === undefined)
          for (const command of text.split('\n'))
            assert.ok(
              byHand.some((one) => command.startsWith(one)),
              `${page}:${line}: ${command}`,
            );
        else if (where === undefined) assert.ok(here[page]?.includes(marker), `${page}: ${marker}`);
        else assert.ok(existsSync(`${root}${where}`) && (await read(where)).includes(`'${marker}'`), where);
      }
    }
  });

  test('PERFORMANCE names sections that the bench has', async () => {
    const bench = await read('bench/src/main.ts');
    const [, names = ''] = /npm run bench -- (.+)/.exec(await read('docs/PERFORMANCE.md')) ?? [];
    for (const name of names.split(' ')) assert.match(bench, new RegExp(`^ {2}'?${name}'?: measure`, 'm'));
  });
});
