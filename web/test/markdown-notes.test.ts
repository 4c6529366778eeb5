import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { renderMarkdown } from '../src/ui/markdown/render.ts';

/* Typical release notes and their rendering. */

const html = (notes: string): string =>
  renderToString(renderMarkdown(notes))
    .replace(/^<div class="prose">(.*)<\/div>$/s, '$1')
    .replaceAll(' rel="noreferrer noopener nofollow" target="_blank"', '');

const named =
  '<p><a href="https://e.com/">a</a> <a href="https://e.com/">x</a> <a href="https://b.com/">b</a></p>';
const bare =
  '<p>See (<a href="https://e.com/a_(b)">https://e.com/a_(b)</a>), or <a href="http://www.e.com/">www.e.com</a>.</p>';

const cases: Record<string, readonly [notes: string, expected: string][]> = {
  headings: [
    ['## Fixed ##', '<h4>Fixed</h4>'],
    ['Fixed\n===', '<h3>Fixed</h3>'],
    ['Fixed\nmore\n---', '<h4>Fixed\nmore</h4>'],
    ['#1234 is no heading', '<p>#1234 is no heading</p>'],
    ['###### Six', '<h6>Six</h6>'],
  ],
  paragraphs: [
    ['a\nb\n\nc', '<p>a\nb</p><p>c</p>'],
    ['a  \nb\\\nc  ', '<p>a<br/>b<br/>c</p>'],
    ['a\n***\nb', '<p>a</p><hr/><p>b</p>'],
    ['    code\n\n    more', '<pre tabindex="0"><code>code\n\nmore</code></pre>'],
    ['a\r\nb', '<p>a\nb</p>'],
  ],
  lists: [
    ['- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['* a\n\n* b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['1. a\n   more\n2. b\n\nc', '<ol start="1"><li>a\nmore</li><li>b</li></ol><p>c</p>'],
    ['- a\ngoes on\n\n  second', '<ul><li><p>a\ngoes on</p><p>second</p></li></ul>'],
    ['- a\n+ b', '<ul><li>a</li></ul><ul><li>b</li></ul>'],
    ['- a\n  ```\n  x\n   y\n  ```', '<ul><li>a<pre tabindex="0"><code>x\n y</code></pre></li></ul>'],
    ['-\ta\n\t- b', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['in the year\n2024. It', '<p>in the year\n2024. It</p>'],
    ['text\n- a', '<p>text</p><ul><li>a</li></ul>'],
  ],
  quotes: [
    ['> a\ngoes on\n> - b', '<blockquote><p>a\ngoes on</p><ul><li>b</li></ul></blockquote>'],
    ['> a\n\nb', '<blockquote><p>a</p></blockquote><p>b</p>'],
  ],
  code: [
    ['``a ` b``', '<p><code>a ` b</code></p>'],
    ['` `` `', '<p><code>``</code></p>'],
    ['`open', '<p>`open</p>'],
    ['`**a** &amp; \\n`', '<p><code>**a** &amp;amp; \\n</code></p>'],
    ['~~~js\n<b>\n```\n~~~', '<pre tabindex="0"><code>&lt;b>\n```</code></pre>'],
    ['```\nnever closed', '<pre tabindex="0"><code>never closed</code></pre>'],
  ],
  emphasis: [
    ['*a **b** c* ~~d~~', '<p><em>a <strong>b</strong> c</em> <del>d</del></p>'],
    ['***a***', '<p><em><strong>a</strong></em></p>'],
    ['SLIPWAY_BASE_URL and __init__', '<p>SLIPWAY_BASE_URL and <strong>init</strong></p>'],
    ['**2*3** = 2 * 3 * 1', '<p><strong>2*3</strong> = 2 * 3 * 1</p>'],
    ['**open *a*', '<p>**open <em>a</em></p>'],
    ['\\*a\\* *b', '<p>*a* *b</p>'],
    ['*[a*](https://e.com)', '<p>*<a href="https://e.com/">a*</a></p>'],
    ['****a****', '<p>****a****</p>'],
  ],
  links: [
    ['[a *b*](<https://e.com/x y> "t")', '<p><span>a <em>b</em></span></p>'],
    ['[a](https://e.com/a_(b) "t") c', '<p><a href="https://e.com/a_(b)">a</a> c</p>'],
    ['[a][X] [x] [b][]\n\n[x]: https://e.com\n[b]:\n  https://b.com "t"', named],
    [
      '[a [b](https://b.com) c](https://c.com)',
      '<p>[a <a href="https://b.com/">b</a> c](<a href="https://c.com/">https://c.com</a>)</p>',
    ],
    ['[![ok](https://e.com/i.svg)](https://e.com)', '<p><a href="https://e.com/">ok (picture)</a></p>'],
    ['[https://e.com](https://e.com)', '<p><a href="https://e.com/">https://e.com</a></p>'],
    ['[1] fixed [ ]', '<p>[1] fixed [ ]</p>'],
    ['[a](settings)', '<p><span>a</span></p>'],
  ],
  addresses: [
    ['See (https://e.com/a_(b)), or www.e.com.', bare],
    [
      '<https://e.com> <me@e.com>',
      '<p><a href="https://e.com/">https://e.com</a> <a href="mailto:me@e.com">me@e.com</a></p>',
    ],
    ['core@3.29.1', '<p>core@3.29.1</p>'],
    ['**https://e.com**', '<p><strong><a href="https://e.com/">https://e.com</a></strong></p>'],
    ['<a href="https://e.com">x</a>', '<p>&lt;a href=&quot;https://e.com&quot;>x&lt;/a></p>'],
  ],
};

describe('notes render', () => {
  for (const [what, examples] of Object.entries(cases))
    test(what, () => {
      for (const [notes, expected] of examples) assert.equal(html(notes), expected, JSON.stringify(notes));
    });

  test('tables, also below a line of text', () => {
    assert.equal(
      html('Files:\n| a | `b\\|c` |\n|:--|--:|\n| 1 |\n| 2 | 3 | 4 |\n\nd'),
      '<p>Files:</p><table><thead><tr><th scope="col">a</th><th scope="col"><code>b|c</code></th></tr></thead>' +
        '<tbody><tr><td>1</td><td></td></tr><tr><td>2</td><td>3</td></tr></tbody></table><p>d</p>',
    );
  });
});

/** Repeated to a long input, to catch quadratic parsers. */
const repeated =
  '*a |_a_ |a** |*a**b|~~a |[|[](|[](a|![a]|[a](b "|[a][|[a]: b\n|``a`|` ``|<a |<http://|http://.|http://a)|> a\n|- a\n|-\n|1. |#\n|# #|- -|:-\n|a\\\n|    a\n|```a`\n|&#|*a _b* c_ |[![a](b)](c)'.split(
    '|',
  );
const long = (text: string): string => text.repeat(16_384 / text.length);
const lengthy = [
  `http://${long('.')}a`,
  `# ${long(' #')}x`,
  `[a](${long(' ')}x`,
  `[a]: ${long(' ')}x y`,
  `-${long(' ')}x`,
  `a|b\n${long('-|')}x`,
  `${'a|'.repeat(1500)}\n${'-|'.repeat(1500)}\n${'a\n'.repeat(5000)}`,
  `${'|'.repeat(22)}\n${'|-'.repeat(21)}|\n${'|\n'.repeat(50)}\n`.repeat(90),
  Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at % 38)}- a`).join('\n'),
];

/** Whether parsing fits a CPU time limit in one of five tries, to tolerate a slow moment. */
const isReadWithin = (notes: string, milliseconds: number): boolean =>
  [1, 2, 3, 4, 5].some(() => {
    const before = process.cpuUsage();
    renderMarkdown(notes);
    return process.cpuUsage(before).user < milliseconds * 1000;
  });

test('parsing takes linear time for all kinds of notes', () => {
  for (const notes of [...repeated.map(long), ...lengthy])
    assert.ok(isReadWithin(notes, 400), JSON.stringify(notes.slice(0, 20)));
});

test('no table has more cells than its text has characters', () => {
  const rowsOf = (cells: number, row: string): string =>
    `${'a|'.repeat(cells)}a\n${'-|'.repeat(cells)}-\n${row.repeat(cells)}`;
  assert.match(html(rowsOf(200, 'a\n')), /^<pre class="prose plain">/);
  assert.equal(html(rowsOf(4, '| a | b | c\n')).split('<td>').length - 1, 4 * 5);
});

test('deeply nested notes still render', () => {
  for (const notes of [`${long('*a ')}${long('a* ')}`, '['.repeat(9_000) + ']'.repeat(9_000)])
    assert.match(html(notes), /^<p>/);
});
