import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sparkle } from '../../../src/adapters/sparkle/feed.ts';
import { xmlElement, xmlText } from '../../../src/adapters/sparkle/xml.ts';
import { appcastOf, childrenOf, type Element, enclosureOf, itemsOf, parseXml, textIn } from './appcast.ts';
import { deltaOf, signed, universal } from './signed.ts';
import { artifactOf, describeGolden, type GoldenCase, releaseOf, viewOf } from './stage.ts';

const cases: Record<string, GoldenCase> = {
  mac: [
    'darwin',
    viewOf(
      releaseOf('1.2.3', [universal({ build: '2043', minimumSystem: '13.0' })], {
        notes: '## Faster\n\n- Fewer *crashes*',
      }),
      releaseOf('1.2.2', [universal({ build: '2042' })], { notes: 'Older notes.' }),
    ),
  ],
  windows: [
    'windows',
    viewOf(
      releaseOf(
        '1.2.3',
        [
          signed('windows-aarch64', '.exe'),
          signed('windows-i686', '.exe'),
          signed('windows-x86_64', '.exe', {
            facts: { installerArguments: '/S /D="C:\\App"', minimumSystem: '10.0' },
          }),
        ],
        { notes: 'Faster.\n<b>Fewer</b> crashes & more.' },
      ),
      releaseOf('1.2.2', [artifactOf('windows-x86_64', '.exe')]),
    ),
  ],
  critical: [
    'darwin',
    viewOf(
      releaseOf('1.2.3', [universal({ build: '2043' })]),
      releaseOf('1.2.2', [universal({ build: '2042' })], { policy: { critical: true } }),
      releaseOf('1.2.1', [universal({ build: '2041' })]),
    ),
  ],
  empty: ['darwin-aarch64', viewOf()],
  deltas: [
    'darwin',
    viewOf(
      releaseOf('1.2.0', [
        universal({ build: '120' }),
        deltaOf('110'),
        deltaOf('1.0.0'),
        deltaOf('90', { signature: undefined }),
        deltaOf(undefined),
      ]),
      releaseOf('1.0.0', [universal({ build: '100' })]),
    ),
  ],
  'odd-text': [
    'darwin',
    viewOf(
      releaseOf('v1.2.3+"<&>', [universal()], {
        notes: '“Grüße” 🚀 \u0085\u2028 "quoted" ]]> &amp; <b>\t\r\n \u0000\u0007\u001b \ud800 \ufffe',
      }),
    ),
  ],
};

describeGolden(sparkle, cases);

describe('appcast content', () => {
  for (const [name, [document, view]] of Object.entries(cases))
    test(`${name} is well-formed and uses the Sparkle namespace`, () => {
      const rss = parseXml(appcastOf(view, document));
      assert.deepEqual([rss.name, rss.attributes.version], ['rss', '2.0']);
      for (const item of itemsOf(appcastOf(view, document))) {
        assert.notEqual(textIn(item, 'sparkle:version'), undefined);
        assert.match(enclosureOf(item).url ?? '', /^https:\/\/acme\.example\.com\/feeds\/files\//);
        assert.match(textIn(item, 'pubDate') ?? '', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
        assert.deepEqual(childrenOf(item, 'sparkle:channel'), []);
      }
    });

  test('replaces characters that XML cannot contain and preserves all others', () => {
    const [item] = itemsOf(appcastOf((cases['odd-text'] as GoldenCase)[1], 'darwin'));
    assert.equal(
      item && textIn(item, 'description'),
      '“Grüße” 🚀 \u0085\u2028 "quoted" ]]> &amp; <b>\t\r\n \ufffd\ufffd\ufffd \ufffd \ufffd',
    );
    assert.equal(item && textIn(item, 'sparkle:version'), '1.2.3+"<&>');
  });

  test('any text or attribute value survives an XML parser', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, value) => {
        const read = parseXml(xmlElement('a', { b: value, c: undefined }, xmlText(text)));
        const expectedText = (one: string) => one.toWellFormed().replaceAll(forbidden, '\ufffd');
        assert.deepEqual([read.text, read.attributes], [expectedText(text), { b: expectedText(value) }]);
      }),
      { numRuns: 1000 },
    );
  });

  test('each Windows architecture has its own items, with plain-text notes', () => {
    const [, view] = cases.windows as GoldenCase;
    const items = itemsOf(appcastOf(view, 'windows'));
    assert.deepEqual(
      items.map((item) => enclosureOf(item)['sparkle:os']),
      ['windows-x64', 'windows-arm64', 'windows-x86', 'windows-x64'],
    );
    assert.equal(enclosureOf(items[0])['sparkle:installerArguments'], '/S /D="C:\\App"');
    const page = parseXml((items[0] && textIn(items[0], 'description')) ?? '');
    assert.equal(page.text, 'Faster.\n<b>Fewer</b> crashes & more.');
    assert.equal(items[3] && textIn(items[3], 'description'), undefined);
  });

  test('a delta names its base build, whether it was declared by build or by version', () => {
    const [item] = itemsOf(appcastOf((cases.deltas as GoldenCase)[1], 'darwin'));
    const deltas = childrenOf((item && childrenOf(item, 'sparkle:deltas')[0]) as Element, 'enclosure');
    assert.deepEqual(
      deltas.map(({ attributes }) => attributes['sparkle:deltaFrom']),
      ['110', '100'],
    );
  });
});
