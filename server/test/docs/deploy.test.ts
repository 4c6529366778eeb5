import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

/* What can be said of deploy/ without running it; `node scripts/check-deploy.ts` runs nginx, Caddy and the unit. */

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const setIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b(SLIPWAY_[A-Z_]+)\s*[:=]/g)].map(([, name = '']) => name));

describe('deploy/', () => {
  test('sets no variable of the service that the service does not read', async () => {
    const config = await read('server/src/config/config.ts');
    const compose = await read('deploy/compose.yaml');
    const [nodes = ''] = compose.split('\nservices:', 1);
    const files = [nodes, await read('deploy/slipway.service'), await read('deploy/Containerfile')];
    for (const name of files.flatMap((text) => [...setIn(text)])) assert.ok(config.includes(name), name);
  });

  test('has every variable of compose.yaml in compose.env.example, and no other', async () => {
    const used = (await read('deploy/compose.yaml')).matchAll(/\$\{([A-Z_0-9]+)\}/g);
    const given = (await read('deploy/compose.env.example')).matchAll(/^([A-Z_0-9]+)=/gm);
    const names = (matches: Iterable<RegExpMatchArray>) =>
      [...new Set([...matches].map(([, name = '']) => name))].sort();
    assert.deepEqual(names(given), names(used));
  });

  test('gives Caddy only variables that its file reads, and all of them', async () => {
    const caddyfile = await read('deploy/Caddyfile');
    const known = new Set([...caddyfile.matchAll(/\{\$(SLIPWAY_[A-Z_]+)/g)].map(([, name]) => name));
    const [, caddy = ''] = (await read('deploy/compose.yaml')).split('\n  caddy:\n');
    const [given = ''] = caddy.split('\n    volumes:', 1);
    assert.deepEqual([...setIn(given)].sort(), [...known].sort());
  });

  test('copies into the container every manifest that the lockfile speaks of', async () => {
    const { workspaces } = JSON.parse(await read('package.json'));
    const containerfile = await read('deploy/Containerfile');
    for (const name of workspaces)
      assert.match(containerfile, new RegExp(`^COPY ${name}/package.json `, 'm'));
  });
});
