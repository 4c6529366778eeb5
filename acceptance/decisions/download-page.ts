import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Ask } from '../dial.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { rollOut } from '../rolling.ts';
import { lazily, unique, type World } from '../world.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36';

const linksIn = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);

/** Decisions, part two: the download page on an app's own host. */
export const downloadPageSection = (world: World): void => {
  const open = (app: Publisher, agent = '', { path = '/', ...more }: Partial<Ask> & { path?: string } = {}) =>
    world.send({
      ...more,
      url: app.publicUrl + path,
      headers: { ...(agent === '' ? {} : { 'user-agent': agent }), ...more.headers },
    });

  const shared = lazily(async () => {
    const app = await createPublisher(world, { name: 'Acme & <Söhne>' });
    const notes = 'Faster.\n<script>alert(1)</script> & "more"';
    const { release } = await app.publish({ version: '1.0.0', notes }, [{}, { target: 'windows-x86_64' }]);
    return { app, release };
  });

  describe('The download page', () => {
    test('an HTML page on the app’s host: CSP with the style’s hash, no scripts, no external resources', async () => {
      const { app } = await shared();
      const { status, headers, text } = await open(app);
      assert.equal(status, 200, text);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      const policy = String(headers['content-security-policy']);
      assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash}';`), policy);
      assert.doesNotMatch(text, /<script|<img|<link|\ssrc=|\sstyle="|\son\w+="/);
      assert.ok(text.includes('Acme &amp; &lt;Söhne&gt;'));
      assert.ok(text.includes('Faster.\n&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;'));
    });

    test('the visitor’s file comes first, and shared caches must not store the page', async () => {
      const { app } = await shared();
      for (const [agent, first] of [
        [windows, 'windows-x86_64'],
        [linux, 'linux-x86_64'],
      ] as const) {
        const { headers, text } = await open(app, agent);
        assert.equal(linksIn(text)[0], `/releases/download/latest/${first}`);
        assert.equal(linksIn(text).length, 2);
        assert.equal(headers['cache-control'], 'private, no-cache');
        assert.match(String(headers.vary), /User-Agent/);
      }
      const hints = {
        'sec-ch-ua-platform': '"Windows"',
        'sec-ch-ua-arch': '"x86"',
        'sec-ch-ua-bitness': '"64"',
      };
      const hinted = await open(app, linux, { headers: hints });
      assert.equal(linksIn(hinted.text)[0], '/releases/download/latest/windows-x86_64');
    });

    test('its links lead to files of the size and SHA-256 that it shows', async () => {
      const { app } = await shared();
      const { text } = await open(app);
      for (const href of linksIn(text)) {
        const { status, headers } = await open(app, '', { path: href });
        assert.equal(status, 302);
        const file = await world.send({ url: String(headers.location) });
        assert.equal(file.status, 200);
        assert.ok(text.includes(createHash('sha256').update(file.body).digest('hex')), href);
        assert.ok(text.includes(`<data value="${file.body.length}">`), href);
      }
    });

    test('HEAD has no body; 304 for a matching ETag', async () => {
      const { app } = await shared();
      const whole = await open(app, windows);
      const head = await open(app, windows, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal(head.headers['content-length'], whole.headers['content-length']);
      const etag = String(whole.headers.etag);
      const again = await open(app, windows, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.text], [304, '']);
      const other = await open(app, linux, { headers: { 'if-none-match': etag } });
      assert.equal(other.status, 200, 'another visitor’s is another page');
      assertProblem(await open(app, '', { method: 'POST' }), 405, 'method-not-allowed');
    });

    test('it is on for a new app, and switched off and on', async () => {
      const app = await createPublisher(world);
      assert.equal(app.app.page, true);
      for (const accept of ['*/*', 'text/html']) {
        const empty = await open(app, '', { headers: { accept } });
        assert.deepEqual([empty.status, empty.headers['cache-control']], [200, 'no-store']);
        assert.match(empty.text, /<p class="about">No downloads yet/);
      }
      const where = assertProblem(await open(app, '', { path: '/?channel=none' }), 404, 'not-found');
      assert.doesNotMatch(where.detail, /newest file/, 'nothing is published');
      await app.publish({ version: '1.0.0' });
      assert.equal((await open(app)).status, 200);
      assert.equal((await app.client.changeApp(app.slug, { page: false })).app.page, false);
      assertProblem(await open(app), 404, 'not-found');
      assertProblem(await open(app, '', { path: '/?channel=stable' }), 404, 'not-found');
      assert.equal((await app.client.changeApp(app.slug, { page: null })).app.page, true);
      assert.equal((await open(app)).status, 200);
      assertInvalid(await app.call('PATCH', '', { page: 'on' }), 'page');
    });

    test('a single file is the same for everyone, and cached as other metadata', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const [first, second] = [await open(app, windows), await open(app)];
      assert.equal(first.headers['cache-control'], 'public, max-age=60, s-maxage=300');
      assert.equal(first.headers.etag, second.headers.etag);
    });

    test('it follows publish, withdraw and the newInstalls setting', async () => {
      const { app, id } = await rollOut(world, { steps: [{ percent: 20 }] });
      const version = async () => /Version <bdi>([^<]+)</.exec((await open(app)).text)?.[1];
      assert.equal(await version(), '1.1.0', 'a website hands out what is for everyone');
      await app.client.planRollout(app.slug, id, { steps: [{ percent: 20 }], newInstalls: true });
      assert.equal(await version(), '2.0.0');
      await app.client.withdrawRelease(app.slug, id, { reason: 'Bad.' });
      assert.equal(await version(), '1.1.0');
      await app.publish({ version: '3.0.0' });
      assert.equal(await version(), '3.0.0');
    });

    test('each channel has its own page, with links to that channel', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      await app.publish({ version: '3.0.0', channel: 'beta' });
      const { text } = await open(app, '', { path: '/?channel=beta' });
      assert.deepEqual(linksIn(text), ['/releases/download/latest/linux-x86_64?channel=beta']);
      assertProblem(await open(app, '', { path: '/?channel=nowhere' }), 404, 'not-found');
      assertInvalid(await open(app, '', { path: '/?channel=a&channel=b' }), 'channel');
    });

    test('other hosts have no download page', async () => {
      const nobody = `${world.deployed().publicUrl(unique('nobody'))}/`;
      const { text } = await world.send({ url: nobody });
      assert.doesNotMatch(text, /releases\/download\/latest/);
    });
  });
};
