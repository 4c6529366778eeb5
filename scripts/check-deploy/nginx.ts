import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Ask, ask } from '../demo/ask.ts';
import { type Deployment, domain, freePorts, publishThrough, runProgram, startBehind } from './lab.ts';

/* deploy/nginx.conf in a real nginx. Nothing of it is changed but ports and the cache's folder. */

const checkRoute = '/releases/:channel/:target/:arch/:currentVersion';

const configure = async (folder: string, port: number, { node, uploadNode }: Deployment): Promise<string> => {
  const shipped = await readFile(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const adapted = shipped
    .replaceAll(/(listen +)80\b/g, `$1127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', node)
    .replace('127.0.0.1:8081', uploadNode)
    .replace('/var/cache/nginx/slipway', `${folder}/cache`);
  await mkdir(`${folder}/tmp`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join('\n');
  const file = `${folder}/nginx.conf`;
  // Started as root, its workers would become another user, who may not enter the temporary folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const main = `${user}daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {}`;
  await writeFile(file, `${main}\nhttp {\naccess_log off;\n${paths}\n${adapted}\n}\n`);
  return file;
};

/** How long nginx means to keep what lies in its cache: the second word of each file's header is its last second. */
const longestKept = async (cache: string): Promise<number> => {
  const entries = await readdir(cache, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const ends = await Promise.all(
    files.map(async ({ parentPath, name }) =>
      Number((await readFile(`${parentPath}/${name}`)).readBigInt64LE(8)),
    ),
  );
  return Math.max(...ends) - Math.floor(Date.now() / 1000);
};

export const checkNginx = async (folder: string, say: (line: string) => void): Promise<void> => {
  const [port = 0] = await freePorts(1);
  const at = (label: string): string => `http://${label}.${domain}:${port}`;
  /** The outside: every name is this machine. */
  const dial = (address: string, init: Ask = {}) => {
    const { host, pathname, search } = new URL(address);
    return ask(`http://127.0.0.1:${port}${pathname}${search}`, {
      ...init,
      headers: { ...init.headers, host },
    });
  };
  const service = await startBehind(folder, at, at('uploads'));
  const nginx = runProgram('nginx', ['-p', folder, '-c', await configure(folder, port, service)]);
  try {
    await nginx.ready(() => ask(`http://127.0.0.1:${port}/`));
    const { bytes, releaseId, client } = await publishThrough(dial, at('api'), 'comet');
    await publishThrough(dial, at('api'), 'other');
    say('publishes and uploads pass through');

    const check = async (slug: string, version: string, headers = {}) => {
      const answer = await dial(`${at(slug)}/releases/stable/linux/x86_64/${version}`, { headers });
      return { ...answer, cache: answer.headers['x-cache'], text: await text(answer.body) };
    };
    const first = await check('comet', '0.9.0');
    const before = await service.asked(checkRoute);
    const again = await check('comet', '0.9.0');
    assert.deepEqual([first.status, first.cache, again.status, again.cache], [200, 'MISS', 200, 'HIT']);
    assert.equal(again.text, first.text);
    assert.equal((await check('comet', '1.0.0')).status, 204);
    const upToDate = await check('comet', '1.0.0');
    assert.deepEqual([upToDate.status, upToDate.cache], [204, 'HIT']);
    assert.equal((await service.asked(checkRoute)) - before, 1, 'the service was asked more than once');
    say('checks are kept: the second is a HIT, and the service was not asked (200 and 204)');

    const known = await check('comet', '0.9.0', { 'if-none-match': first.headers.etag });
    assert.equal(known.status, 304);
    const other = await check('other', '0.9.0', { 'x-forwarded-host': `comet.${domain}` });
    assert.match(other.text, /other\.updates/);
    say('a known ETag is answered 304; each host has its own answer, whatever else is claimed');

    const keptSeconds = await longestKept(`${folder}/cache`);
    assert.ok(keptSeconds > 240 && keptSeconds <= 300, `nginx keeps answers for ${keptSeconds} s`);
    say('answers are kept for s-maxage, 300 s, and not for max-age');
    const unknown = await check('nobody', '0.9.0');
    assert.deepEqual([unknown.status, (await check('nobody', '0.9.0')).cache], [404, 'MISS']);
    say('problems are not kept');

    const address = `${at('comet')}/releases/download/${releaseId}/linux-x86_64`;
    for (const start of [1000, 1000]) {
      const range = await dial(address, { headers: { range: `bytes=${start}-` } });
      const received = Buffer.concat(await range.body.toArray());
      assert.deepEqual([range.status, range.headers['x-cache']], [206, undefined]);
      assert.ok(received.equals(bytes.subarray(start)));
    }
    const { usage } = await client.getUsage('comet');
    assert.deepEqual(usage.totals, { bytes: 2 * (bytes.length - 1000), downloads: 2 });
    say('downloads are resumed by range, never kept, and counted to the byte');

    for (const path of ['/metrics', '/internal/tls-ask?domain=x'])
      assert.equal((await dial(`${at('api')}${path}`)).status, 404);
    assert.equal((await dial(`${at('api')}/v1/apps`)).status, 401);
    say('what is for this machine alone is not answered outside');
  } finally {
    await nginx.end();
    await service.end();
  }
};
