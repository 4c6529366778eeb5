import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeHtml } from '../../../docs/html-text.ts';
import { pageOf, published, siteOf } from './stage.ts';

/*
 * Publishers write text that anyone reads on the app's host: the page must keep the same elements and attributes, and
 * show it as text.
 */

const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '</div></main></body></html><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<style>*{display:none}</style>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext></mtext><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">press</a>',
  '<a href="https://evil.example/setup.exe" class="get">Download for Windows</a>',
  '<form action="https://evil.example"><input name="key"><button>Sign in</button></form>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<object data="https://evil.example/x"></object><embed src="https://evil.example/x">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!-- --><script>alert(1)</script><!-- -->',
  '--><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><!DOCTYPE x>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '` onmouseover=alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&amp;lt;script&amp;gt;',
  '<scr\u0000ipt>alert(1)</script>',
  '<\u0000script>alert(1)</script>',
  '\u001b]0;owned\u0007\u001b[2J<b>',
  '\u202egnp.exe\u202c <b>',
  '\u2066\u202e<script>\u2069',
  '\ud800<script>\udfff',
  '\ufeff<script>alert(1)</script>',
  '\u2028<script>\u2029alert(1)</script>',
  "$& $1 $` $' $$ <script>alert(1)</script>",
  '[press](javascript:alert(1)) ![x](https://evil.example/x.png)',
  '{{constructor.constructor("alert(1)")()}} <%= 1 %>',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '<'.repeat(65_536),
  '&'.repeat(65_536),
  'a\u0300'.repeat(20_000),
];

const files = { 'linux-x86_64': '.AppImage', 'windows-x86_64': '.exe' };

const renderHtml = (notes: string, name: string, version: string): string =>
  pageOf(siteOf([published(1, files, { notes, version })], { name }), { system: 'linux', arch: 'x86_64' })
    ?.html ?? assert.fail('there is no page');

/** Every tag with its attributes; publisher text appears only in links and dates. */
const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];

/** Removes invisible characters. */
const readable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim();

describe('text from a publisher', () => {
  const plain = tagsOf(renderHtml('text', 'Acme', '1.0.0'));

  test('has at least forty attacks here', () => {
    assert.ok(new Set(hostile).size >= 40);
    assert.ok(plain.length > 30);
  });

  for (const [index, text] of hostile.entries())
    test(`stays text on the page: ${index + 1}, ${JSON.stringify(text.slice(0, 40))}`, () => {
      const html = renderHtml(text, text.slice(0, 200), text.slice(0, 128));
      assert.deepEqual(tagsOf(html), plain, 'no element and no attribute more');
      const [, notes = ''] = /<div class="notes" dir="auto">(.*?)<\/div>/s.exec(html) ?? [];
      assert.equal(decodeHtml(notes), readable(text), 'all of it is there to read');
      const [, title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
      const [, heading = ''] = /<h1><bdi>(.*?)<\/bdi><\/h1>/s.exec(html) ?? [];
      for (const words of [title, heading])
        assert.doesNotMatch(
          words,
          /[<>"'\u202a-\u202e\u2066-\u2069\p{Cc}]/u,
          'one line that turns nothing around',
        );
    });

  test('in an app’s name or a version cannot become a link', () => {
    const html = renderHtml('', 'https://evil.example', 'https://evil.example');
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      assert.match(href, /^\/releases\/download\/latest\/[a-z0-9_-]+$/);
  });
});
