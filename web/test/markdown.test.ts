import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { decodeEntities, parseLinkUrl } from '../src/ui/markdown/link-url.ts';
import { renderMarkdown } from '../src/ui/markdown/render.ts';
import { hostileNotes } from './hostile-notes.ts';

const html = (notes: string): string => renderToString(renderMarkdown(notes));

const allowed = new Set(
  'div p h3 h4 h5 h6 ul ol li strong em del code pre blockquote a span br hr table thead tbody tr th td'.split(
    ' ',
  ),
);
const attributes = new Set(['class', 'href', 'rel', 'target', 'start', 'scope', 'tabindex']);

/** All tags in rendered HTML. Text is escaped, so anything that looks like a tag is one. */
const tagsIn = (text: string): { name: string; attrs: [string, string][] }[] =>
  [...text.matchAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/gi)].map(([, name = '', rest = '']) => ({
    name: name.toLowerCase(),
    attrs: [...rest.matchAll(/([^\s="]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      value,
    ]),
  }));

describe('hostile notes', () => {
  assert.ok(hostileNotes.length >= 40);
  for (const notes of hostileNotes)
    test(JSON.stringify(notes.slice(0, 60)), () => {
      const text = html(notes);
      assert.ok(!/<(?!\/?[a-z])/i.test(text), 'what is no tag is escaped');
      for (const { name, attrs } of tagsIn(text)) {
        assert.ok(allowed.has(name), `<${name}>`);
        for (const [key, value] of attrs) {
          assert.ok(attributes.has(key), `<${name} ${key}>`);
          if (key === 'href') assert.match(value, /^(https?:\/\/|mailto:)/);
        }
      }
    });
});

describe('notes', () => {
  test('become headings below those of the page, lists, tables and code', () => {
    assert.equal(
      html('# A\n\n- one\n- **two**\n\n`code`'),
      '<div class="prose"><h3>A</h3><ul><li>one</li><li><strong>two</strong></li></ul><p><code>code</code></p></div>',
    );
    assert.match(html('| a |\n|---|\n| 1 |'), /<table><thead><tr><th scope="col">a<\/th>/);
    assert.match(html('3. three'), /<ol start="3"><li>three<\/li><\/ol>/);
    assert.match(html('- [x] done\n- [ ] open'), /<li>☑ done<\/li><li>☐ open<\/li>/);
  });

  test('show HTML as text, and decode character references', () => {
    assert.match(html('a <b>c</b>'), /a &lt;b&gt;c&lt;\/b&gt;|a &lt;b>c&lt;\/b>/);
    assert.match(html('fish &amp; chips'), /fish &amp; chips/);
    assert.equal(decodeEntities('&copy; &#65; &#x41;'), '&copy; A A');
  });

  test('link only to web and mail, without a referrer', () => {
    assert.match(
      html('[here](https://example.com/?a=1&amp;b=2)'),
      /<a href="https:\/\/example\.com\/\?a=1&amp;b=2" rel="noreferrer noopener nofollow" target="_blank">here<\/a>/,
    );
    assert.match(html('![a ship](https://example.com/a.png)'), />a ship \(picture\)<\/a>/);
    assert.equal(parseLinkUrl('mailto:a@example.com'), 'mailto:a@example.com');
    assert.equal(parseLinkUrl('https://'), undefined);
  });

  test('are plain text if nested too deep', () => {
    assert.match(html('>'.repeat(65_536)), /^<pre class="prose plain">/);
    assert.match(html(`a\n${'1. '.repeat(41)}b`), /^<pre class="prose plain">/);
    assert.match(html(`Heading\n${'-'.repeat(80)}\n\n> > > - a`), /^<div class="prose"><h4>/);
  });
});
