import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { h } from 'preact';
import { drawComponent, wordsIn } from './render.ts';

const { FailedScreen, ScreenBoundary } = await import('../src/app/screen-boundary.tsx');

/* `screen-boundary.check.ts` makes every screen fail in a browser: rendering to text catches no errors. */

describe('a failed screen', () => {
  const drawFailed = (url: string, app = 'lantern'): string =>
    drawComponent(FailedScreen, { url, app, error: new TypeError('x is undefined'), onRetry: () => {} });

  test('says so, with the error, another try and a way back', () => {
    const html = drawFailed('/apps/lantern/keys');
    assert.match(
      wordsIn(html),
      /^This page can’t be shown Something on this page failed\. .*TypeError: x is undefined .*Try again Back to the overview$/,
    );
    assert.match(html, /<h1[^>]*tabindex="-1"/i);
    assert.match(html, /role="alert"/);
    assert.match(html, /href="\/apps\/lantern"/);
  });

  test('leads to the start page if it is the overview, or belongs to no app', () => {
    for (const html of [drawFailed('/apps/lantern'), drawFailed('/apps', '')])
      assert.match(html, /<a [^>]*href="\/">Back to the start page<\/a>/);
  });

  test('is shown as it is while it works', () => {
    const screen = h('p', null, 'Keys');
    const html = drawComponent(ScreenBoundary, {
      url: '/apps/lantern/keys',
      app: 'lantern',
      children: screen,
    });
    assert.equal(html, '<p>Keys</p>');
  });
});
