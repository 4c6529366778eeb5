import assert from 'node:assert/strict';
import test from 'node:test';
import { findChangelogSection } from '../../src/formats/changelog.ts';
import { assembleIn } from '../assemble/build.ts';

const keepAChangelog = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-02-01
### Added
- Dark mode.

\`\`\`md
## 9.9.9 is only an example
\`\`\`

## [1.1.0] - 2026-01-01
- Faster start.

[1.10.0]: https://example.com/1.10.0
`;

test('the section of a version ends where the next version begins', () => {
  assert.equal(
    findChangelogSection(keepAChangelog, '1.10.0'),
    '### Added\n- Dark mode.\n\n```md\n## 9.9.9 is only an example\n```',
  );
  assert.equal(findChangelogSection(keepAChangelog, 'v1.10.0')?.slice(0, 9), '### Added');
  assert.match(findChangelogSection(keepAChangelog, '1.1.0') ?? '', /^- Faster start\./);
});

test('a version without a heading has no section', () => {
  for (const version of ['1.0.0', '1.1', '10.0', '9.9.9', '1.10.0-beta.1'])
    assert.equal(findChangelogSection(keepAChangelog, version), undefined, version);
});

const headings = [
  '## 1.2.0',
  '## v1.2.0',
  '# 1.2.0 (31 January 2026)',
  '## [1.2.0](https://example.com/compare/v1.1.0...v1.2.0) (2026-01-31)',
  '## Version 1.2.0 ##',
  '### <small>1.2.0 (2026-01-31)</small>',
  '1.2.0\n=====',
  'v1.2.0 / 2026-01-31\n------------------',
];
for (const heading of headings)
  test(`a heading names its version: ${JSON.stringify(heading)}`, () => {
    const text = `${heading}\r\n\r\n- New.\r\n\r\n${heading.replaceAll('1.2.0', '1.1.9')}\r\n\r\n- Old.\r\n`;
    assert.equal(findChangelogSection(text, '1.2.0'), '- New.');
  });

test('long lines and many headings are handled', () => {
  const marks = Array.from({ length: 20_000 }, (_, index) => '#'.repeat(index % 9));
  const lines = [`# ${' '.repeat(1e6)}#`, `# ${'<'.repeat(1e6)}`, ...marks, '## 1.2.0', '- New.'];
  assert.equal(findChangelogSection(lines.join('\n'), '1.2.0'), '- New.');
});

const build = { 'a.bin': 'a', 'CHANGELOG.md': keepAChangelog };
const options = { targets: ['linux-x86_64=a.bin'], version: '1.10.0' };

test('--changelog takes the notes of the published version', async (t) => {
  const { plan } = await assembleIn(t, build, { ...options, changelog: 'CHANGELOG.md' });
  assert.match(plan.notes ?? '', /^### Added\n- Dark mode\.\n/);
});

test('a changelog without the version stops before anything is sent', async (t) => {
  const publish = (more: object) => assembleIn(t, build, { ...options, changelog: 'CHANGELOG.md', ...more });
  await assert.rejects(publish({ version: '2.0.0' }), {
    exit: 2,
    message: 'CHANGELOG.md has no section for 2.0.0.',
    remedy: 'Add notes under the heading "## 2.0.0", or pass --notes instead.',
  });
  await assert.rejects(publish({ changelog: 'NEWS.md' }), { exit: 2, message: /NEWS\.md: file not found/ });
  await assert.rejects(publish({ notes: 'x' }), {
    exit: 2,
    message: /--notes and --changelog can’t be combined/,
  });
});
