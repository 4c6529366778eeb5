import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { freePort } from '../../../lab/free-port.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { openBrowser, openTab, signIn, type Tab } from './browser.ts';

/*
 * Attacks from other origins on a signed-in user. The worst case is a sibling host: it is same-site, so its requests
 * carry the cookie.
 */

const base = 'updates.example.test';
const sibling = 'evil.example.test';

describe('a page of another origin', () => {
  let browser: Browser;
  let service: Service;
  let evil: Server;
  let evilUrl: string;
  let tab: Tab;
  before(async () => {
    const port = await freePort();
    evil = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title>'),
    ).listen(0, '127.0.0.1');
    await once(evil, 'listening');
    evilUrl = `http://${sibling}:${(evil.address() as AddressInfo).port}`;
    const env = {
      PORT: String(port),
      SLIPWAY_BASE_URL: `http://${base}:${port}`,
      SLIPWAY_PUBLIC_URL: `http://{slug}.${base}:${port}`,
    };
    [browser, service] = await Promise.all([
      openBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1']),
      startService({ env }),
    ]);
    tab = await openTab(browser, service);
    await signIn(tab);
  });
  after(async () => {
    await browser.close();
    evil.close();
    await service.stop();
  });

  /** A tab on the attacker's host, in the user's browser. */
  const visitEvil = async () => {
    const page = await tab.context.newPage();
    await page.goto(evilUrl);
    return page;
  };

  test('changes nothing with a form or a request that sends the cookie (CSRF)', async () => {
    const page = await visitEvil();
    await page.evaluate(async (url) => {
      const body = JSON.stringify({ slug: 'planted' });
      const send = (init: RequestInit) =>
        fetch(`${url}/v1/apps`, { method: 'POST', credentials: 'include', body, ...init }).catch(
          () => undefined,
        );
      await send({ mode: 'no-cors', headers: { 'content-type': 'text/plain' } });
      await send({ headers: { 'content-type': 'application/json', 'x-slipway-session': '1' } });
    }, service.baseUrl);
    await page.evaluate((url) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'POST',
        action: `${url}/v1/apps`,
        enctype: 'text/plain',
      });
      form.append(
        Object.assign(document.createElement('input'), { name: '{"slug":"planted","x":"', value: '"}' }),
      );
      document.body.append(form);
      form.submit();
    }, service.baseUrl);
    await page.waitForURL(`${service.baseUrl}/**`);
    assert.deepEqual((await service.client.listApps()).apps, []);
    await page.close();
  });

  test('reads nothing (CORS)', async () => {
    const page = await visitEvil();
    const read = await page.evaluate(async (url) => {
      const responses = ['/v1/session', '/v1/apps', '/'].map((path) =>
        fetch(url + path, { credentials: 'include' }).then(
          (answer) => answer.text(),
          () => 'refused',
        ),
      );
      return Promise.all(responses);
    }, service.baseUrl);
    assert.deepEqual(read, ['refused', 'refused', 'refused']);
    await page.close();
  });

  test('cannot sign a user in with its own key (login CSRF)', async () => {
    const signedOutTab = await openTab(browser, service);
    const page = await signedOutTab.context.newPage();
    await page.goto(evilUrl);
    const outcome = await page.evaluate(
      ({ url, key }) =>
        fetch(`${url}/v1/session`, {
          method: 'POST',
          credentials: 'include',
          headers: { authorization: `Bearer ${key}` },
        }).then(
          ({ status }) => String(status),
          () => 'refused',
        ),
      { url: service.baseUrl, key: adminKey },
    );
    assert.equal(outcome, 'refused');
    assert.deepEqual(await signedOutTab.context.cookies(), []);
    await signedOutTab.context.close();
  });

  test('cannot take over a session with a planted cookie', async () => {
    const victim = await openTab(browser, service);
    await signIn(victim);
    const [own] = await victim.context.cookies();
    await victim.context.addCookies([
      {
        name: own?.name ?? '',
        value: 'a'.repeat(43),
        domain: '.example.test',
        path: '/',
        sameSite: 'Strict',
      },
    ]);
    await victim.page.goto('/apps');
    await victim.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await victim.context.close();
  });

  test('cannot embed the dashboard in a frame (clickjacking)', async () => {
    const page = await visitEvil();
    await page.evaluate(async (url) => {
      const frame = Object.assign(document.createElement('iframe'), { src: `${url}/apps` });
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
    }, service.baseUrl);
    const [, frame] = page.frames();
    assert.equal(await frame?.locator('.bar').count(), 0);
    await page.close();
  });

  test('gets no dashboard under another host name (DNS rebinding)', async () => {
    const page = await tab.context.newPage();
    const port = new URL(service.baseUrl).port;
    for (const host of ['rebound.test', `nobody.${base}`, '127.0.0.1', 'localhost'])
      assert.equal((await page.goto(`http://${host}:${port}/`))?.status(), 404, host);
    await page.close();
  });

  test('cannot inject commands into those that the dashboard shows', async () => {
    const page = await tab.context.newPage();
    for (const name of ['x;curl%20evil.example%7Csh', '$(id)', '..%2F..%2Fdocs', 'A%0Aid']) {
      await page.goto(`${service.baseUrl}/apps/${name}/new`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      assert.equal(await page.getByText('slipway publish').count(), 0, name);
    }
    await page.close();
  });

  test('leaves the user signed in', async () => {
    await tab.page.reload();
    await tab.page.getByRole('heading', { name: 'Create your first app' }).waitFor();
    // Browsers ignore COOP on plain HTTP other than localhost and log a warning; all other faults count.
    assert.deepEqual(
      tab.watch.faults().filter((fault) => !fault.includes('Cross-Origin-Opener-Policy')),
      [],
    );
  });
});
