import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import { readmeBlock } from '../../../scripts/check-deploy/readme-block.ts';
import { parseCommandWords, parseContainerfile } from '../../../scripts/check-image/containerfile.ts';
import { knownQueryParameters } from '../../src/adapters/query.ts';
import { bounds } from '../../src/domain/model/bounds.ts';

/* Static checks of deploy/; `node scripts/check-deploy.ts` runs nginx, Caddy and the unit, check-image.ts the image. */

const root = new URL('../../../', import.meta.url);

const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');
const readFolder = async (path: string): Promise<string> => {
  const names = await readdir(new URL(path, root));
  return (await Promise.all(names.map((name) => read(`${path}/${name}`)))).join('\n');
};
/** The files that the image build copies from the repository. */
const copied = async (): Promise<string[]> =>
  [...(await read('deploy/Containerfile')).matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, words = '']) =>
    words.split(' '),
  );
const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };
/** An nginx time in milliseconds. */
const milliseconds = (time: string): number =>
  Number.parseInt(time, 10) * (unitMs[time.at(-1) ?? ''] ?? Number.NaN);
const setIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b(SLIPWAY_[A-Z_]+)\s*[:=]/g)].map(([, name = '']) => name));

describe('deploy/', () => {
  test('sets no variable of the service that the service does not read', async () => {
    const config = await readFolder('server/src/config');
    const compose = await read('deploy/compose.yaml');
    const [nodes = ''] = compose.split('\nservices:', 1);
    const others = ['slipway.service', 'Containerfile', 'compose.sqlite.yaml'].map((name) =>
      read(`deploy/${name}`),
    );
    const files = [nodes, readmeBlock('settings'), readmeBlock('command'), ...(await Promise.all(others))];
    for (const name of files.flatMap((text) => [...setIn(text)])) assert.ok(config.includes(name), name);
  });

  test('caches feeds by every query parameter that the service reads', async () => {
    const [, key = ''] = /proxy_cache_key +\$host\$uri\?(\S+);/.exec(await read('deploy/nginx.conf')) ?? [];
    const names = key.split('&').map((part) => part.replace('$arg_', ''));
    assert.deepEqual(names.sort(), knownQueryParameters.map((name) => name.toLowerCase()).sort());
  });

  test('has every variable of compose.yaml in compose.env.example, and no other', async () => {
    const used = (await read('deploy/compose.yaml')).matchAll(/\$\{([A-Z_0-9]+)\}/g);
    const declared = (await read('deploy/compose.env.example')).matchAll(/^([A-Z_0-9]+)=/gm);
    const names = (matches: Iterable<RegExpMatchArray>) =>
      [...new Set([...matches].map(([, name = '']) => name))].sort();
    assert.deepEqual(names(declared), names(used));
  });

  test('gives Caddy only variables that its file reads, and all of them', async () => {
    const caddyfile = await read('deploy/Caddyfile');
    const variables = new Set([...caddyfile.matchAll(/\{\$(SLIPWAY_[A-Z_]+)/g)].map(([, name]) => name));
    const [, caddy = ''] = (await read('deploy/compose.yaml')).split('\n  caddy:\n');
    const [declared = ''] = caddy.split('\n    volumes:', 1);
    assert.deepEqual([...setIn(declared)].sort(), [...variables].sort());
  });

  test('builds the image from the package that npm run pack writes, and from nothing else', async () => {
    const ignore = (await read('.dockerignore')).split('\n').filter((line) => /^[^#]/.test(line));
    const [pattern = '', ...more] = await copied();
    assert.deepEqual([ignore, more], [['*', `!${pattern}`], []]);
    const { name, version } = JSON.parse(await read('server/package.json'));
    const tarball = `dist/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    assert.ok(matchesGlob(tarball, pattern), `${pattern}: ${tarball}`);
    assert.ok(!matchesGlob(tarball.replace('server', 'cli'), pattern), pattern);
    for (const file of ['Containerfile', 'compose.yaml', 'compose.sqlite.yaml'])
      assert.match(await read(`deploy/${file}`), /^# +npm run pack\b/m, file);
  });

  test('runs the image as a user of its own who owns the volume, with a health check', async () => {
    const steps = parseContainerfile(await read('deploy/Containerfile'));
    const textOf = (name: string) => steps.find(({ instruction }) => instruction === name)?.text ?? '';
    const [made = ''] = steps.flatMap(({ text }) => /useradd .* (\w+) /.exec(text)?.[1] ?? []);
    assert.equal(textOf('USER'), made);
    assert.match(textOf('VOLUME'), /^\/data$/);
    for (const variable of ['SLIPWAY_DATABASE_URL=sqlite:/data/', 'SLIPWAY_STORAGE_URL=file:/data/'])
      assert.ok(textOf('ENV').includes(variable), variable);
    assert.match(textOf('HEALTHCHECK'), /\/healthz/);
    assert.deepEqual(parseCommandWords(steps.at(-1) ?? assert.fail()), ['slipway-server', 'start']);
  });

  test('says in each file for containers what was never run', async () => {
    for (const file of ['Containerfile', 'compose.yaml', 'compose.sqlite.yaml']) {
      const head = (await read(`deploy/${file}`)).split(/^[^#]/m)[0]?.replaceAll(/\n# ?/g, ' ');
      assert.match(head ?? '', /No container engine was at hand.*[Nn]ever run/, file);
    }
  });

  test('has every block of the walk that check-deploy follows', async () => {
    const scripts = await readFolder('scripts/check-deploy');
    const used = [
      ...`${scripts}${await read('scripts/check-deploy.ts')}`.matchAll(/readmeBlock\('(\w+)'\)/g),
    ];
    const written = [...(await read('deploy/README.md')).matchAll(/<!-- walk (\w+) -->/g)];
    const names = (matches: RegExpMatchArray[]) => [...new Set(matches.map(([, name]) => name))].sort();
    assert.deepEqual(names(used), names(written));
    for (const [, name = ''] of written) assert.notEqual(readmeBlock(name), '');
  });

  test('checks the files of deploy/ unchanged', async () => {
    const scripts = await readFolder('scripts/check-deploy');
    assert.doesNotMatch(
      scripts,
      /deploy\/(?:nginx\.conf|Caddyfile|slipway\.service)'/,
      'is it read to be adapted?',
    );
  });
});

describe('deploy/nginx.conf', () => {
  test('needs nothing that a stock Debian lacks: no default server, no folder below /var/cache', async () => {
    const conf = (await read('deploy/nginx.conf')).replaceAll(/#.*/g, '');
    assert.doesNotMatch(conf, /default_server/);
    assert.match(conf, /proxy_cache_path \/var\/cache\/[^/ ]+ /);
    assert.equal(conf.match(/listen +80;/g)?.length, conf.match(/listen +\[::\]:80;/g)?.length);
  });

  test('uses no cache lock, and never caches responses that depend on the client', async () => {
    const conf = (await read('deploy/nginx.conf')).replaceAll(/#.*/g, '');
    assert.doesNotMatch(conf, /proxy_cache_lock/);
    assert.doesNotMatch(
      conf,
      /proxy_ignore_headers|proxy_cache_valid|proxy_hide_header/,
      'the service says what is kept',
    );
    assert.doesNotMatch(conf, /proxy_pass +http:\/\/\w+\//, 'addresses go on as they came, with their query');
    assert.doesNotMatch(conf, /proxy_pass_request_headers +off/);
  });

  test('sets proxy headers for its own servers only, not for every site of the machine', async () => {
    const [outside = ''] = (await read('deploy/nginx.conf')).split(/^server \{/m);
    assert.doesNotMatch(outside.replaceAll(/#.*/g, ''), /proxy_set_header|proxy_http_version/);
  });

  test('accepts request heads as large as the service does', async () => {
    const [outside = ''] = (await read('deploy/nginx.conf')).split(/^server \{/m);
    const [, kibibytes = '8'] = /^large_client_header_buffers +\d+ +(\d+)k;/m.exec(outside) ?? [];
    assert.ok(Number(kibibytes) * 1024 >= bounds.headBytes, `${kibibytes} KiB`);
  });

  test('waits for the API at least as long as the command line does for a publish', async () => {
    const [, api = ''] = (await read('deploy/nginx.conf')).split(/^server \{/m);
    const [, time = '60s'] = /proxy_read_timeout +(\w+);/.exec(api) ?? [];
    const [, minutes = ''] =
      /slowTimeoutMs = (\d+) \* 60_000;/.exec(await read('cli/src/net/api-fetch.ts')) ?? [];
    assert.ok(
      milliseconds(time) >= Number(minutes) * 60_000,
      `${time}, and the command line waits ${minutes} min`,
    );
  });
});

describe('deploy/slipway.service', () => {
  test('allows more time to stop than draining takes, and does not restart after invalid settings', async () => {
    const unit = await read('deploy/slipway.service');
    const [, drain = ''] =
      /'SLIPWAY_DRAIN_SECONDS', \{ fallback: (\d+)/.exec(await readFolder('server/src/config')) ?? [];
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > Number(drain || Number.NaN));
    assert.match(unit, /^RestartPreventExitStatus=2$/m);
  });
});
