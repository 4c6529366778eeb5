import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialStream } from '../../lab/dial.ts';
import type { RequestSpec } from '../../lab/request.ts';
import type { Check } from './check.ts';
import { retryForTenSeconds } from './debian.ts';
import { baseUrlOf, type Dial, domain, publishThroughProxy, requestCountOn } from './publish-through.ts';
import { checkManyRanges } from './ranges.ts';
import { readmeBlock } from './readme-block.ts';
import { checkRolloutCaching } from './rollout-caching.ts';

/* The unchanged deploy/nginx.conf in Debian's nginx with its default site, paths and user. */

const checkRoute = '/releases/:channel/:target/:arch/:currentVersion';
/** nginx's default upstream timeout is 60 s. */
const usualTimeoutMs = 60_000;

/** An outside client: every name is this machine, and TLS is already terminated. */
const dial: Dial = (address: string, init: RequestSpec = {}) => {
  const { host, pathname, search } = new URL(address);
  return dialStream(`http://127.0.0.1${pathname}${search}`, { ...init, headers: { ...init.headers, host } });
};

/** The longest lifetime in nginx's cache: the second word of each file's header is its expiry. */
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

/** A publish may take minutes: the server is paused for longer than nginx's default timeout. */
const checkSlowResponse = async ({ debian, key }: Check): Promise<void> => {
  debian.run('systemctl kill --signal=STOP slipway');
  const headers = { authorization: `Bearer ${key}` };
  const waiting = dial(`${baseUrlOf('api')}/v1/apps`, { headers });
  await sleep(usualTimeoutMs + 5000);
  debian.run('systemctl kill --signal=CONT slipway');
  assert.equal((await waiting).status, 200);
};

const checkOf = async (slug: string, version: string, headers = {}) => {
  const answer = await dial(`${baseUrlOf(slug)}/releases/stable/linux/x86_64/${version}`, { headers });
  return { ...answer, cache: answer.headers['x-cache'], text: await text(answer.body) };
};

const checkCache = async ({ debian, log }: Check): Promise<void> => {
  const first = await checkOf('comet', '0.9.0');
  const before = await requestCountOn(checkRoute);
  const again = await checkOf('comet', '0.9.0');
  assert.deepEqual([first.status, first.cache, again.status, again.cache], [200, 'MISS', 200, 'HIT']);
  assert.equal(again.text, first.text);
  assert.equal((await checkOf('comet', '1.0.0')).status, 204);
  const upToDate = await checkOf('comet', '1.0.0');
  assert.deepEqual([upToDate.status, upToDate.cache], [204, 'HIT']);
  assert.equal((await requestCountOn(checkRoute)) - before, 1, 'the service was asked more than once');
  log('checks are kept: the second is a HIT, and the service was not asked (200 and 204)');

  const notModified = await checkOf('comet', '0.9.0', { 'if-none-match': first.headers.etag });
  assert.equal(notModified.status, 304);
  const other = await checkOf('other', '0.9.0', { 'x-forwarded-host': `comet.${domain}` });
  assert.match(other.text, /other\.updates/);
  const byIpv6 = `curl -sS --fail -H 'Host: other.${domain}' 'http://[::1]/releases/stable/linux/x86_64/0.9.0'`;
  assert.equal(debian.run(byIpv6), other.text);
  log('a known ETag is answered 304; each host has its own answer, whatever else is claimed, by IPv6 too');

  const keptSeconds = await longestKept(`${debian.root}/var/cache/nginx-slipway`);
  assert.ok(keptSeconds > 240 && keptSeconds <= 300, `nginx keeps answers for ${keptSeconds} s`);
  log('answers are kept for s-maxage, 300 s, and not for max-age');
  const unknown = await checkOf('nobody', '0.9.0');
  assert.deepEqual([unknown.status, (await checkOf('nobody', '0.9.0')).cache], [404, 'MISS']);
  log('problems are not kept');
};

export const checkNginx = async (check: Check): Promise<void> => {
  const { debian, key, log } = check;
  assert.equal(debian.run('dpkg --verify nginx nginx-common'), '', 'nginx is not as its package leaves it');
  // Both proxies are installed here, and only one can have the ports.
  debian.run('systemctl stop caddy && systemctl restart nginx');
  assert.doesNotMatch(debian.run(readmeBlock('nginx')), /warn|emerg/);
  // A reload takes effect a moment later.
  await retryForTenSeconds(async () => assert.equal((await dial(`${baseUrlOf('api')}/v1/apps`)).status, 401));
  log('the file is taken as it stands, beside Debian’s default site');
  const { bytes, releaseId, client } = await publishThroughProxy(dial, key, 'comet');
  await publishThroughProxy(dial, key, 'other');
  log('publishes and uploads pass through');
  await checkCache(check);
  await checkRolloutCaching(dial, { client, log });

  const address = `${baseUrlOf('comet')}/releases/download/${releaseId}/linux-x86_64`;
  for (const start of [1000, 1000]) {
    const range = await dial(address, { headers: { range: `bytes=${start}-` } });
    const received = Buffer.concat(await range.body.toArray());
    assert.deepEqual([range.status, range.headers['x-cache']], [206, undefined]);
    assert.ok(received.equals(bytes.subarray(start)));
  }
  const several = await checkManyRanges(dial, address, bytes);
  const { usage } = await client.getUsage('comet');
  assert.deepEqual(usage.totals, { bytes: 2 * (bytes.length - 1000) + several, downloads: 2 });
  log('downloads are resumed by range, 500 ranges pass, nothing is kept, and all is counted to the byte');

  for (const path of ['/metrics', '/internal/tls-ask?domain=x'])
    for (const host of ['api', 'comet']) assert.equal((await dial(`${baseUrlOf(host)}${path}`)).status, 404);
  log('what is for this machine alone is not answered outside');
  await checkSlowResponse(check);
  log(`the API may take longer than ${usualTimeoutMs / 1000} s to answer`);
  debian.run('systemctl stop nginx');
};
