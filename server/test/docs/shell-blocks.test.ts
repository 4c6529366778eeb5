import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { commentOffsets, parseShellBlocks } from '../../../lab/shell-blocks.ts';
import { read, root } from './run-block.ts';

const comments = (...lines: string[]): number[] => commentOffsets(lines.join('\n'));

test('no command block of a document has a comment, which zsh would take for arguments', async () => {
  const names = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const documents = await Promise.all(names.map(async (name) => ({ name, markdown: await read(name) })));
  const blocks = documents.flatMap(({ name, markdown }) =>
    parseShellBlocks(markdown).map((block) => ({ name, ...block })),
  );
  assert.ok(blocks.length > 100, `only ${blocks.length} blocks were found`);
  const found = blocks.flatMap(({ name, line, text }) =>
    commentOffsets(text).map((at) => `${name}:${line + at}: ${text.split('\n')[at]}`),
  );
  assert.deepEqual(found, []);
});

test('a comment is found after a command, after an operator and on a line of its own', () => {
  assert.deepEqual(comments('npm start   # starts it'), [0]);
  assert.deepEqual(comments('npm start', '# then', 'npm test'), [1]);
  assert.deepEqual(comments('api() { # a path', 'true;# done', '}'), [0, 1]);
});

test('what only looks like a comment is none', () => {
  assert.deepEqual(comments('curl http://a/#part', `echo "\${HOST#*://}" $#`), []);
  assert.deepEqual(comments(`echo 'a # b' "c # d" \\# e`), []);
  assert.deepEqual(comments("sh -eu <<'END'", '# read by sh', 'END', 'echo "two', '# lines"'), []);
});

test('blocks are read with their line, without the indentation of a list', () => {
  const fence = '```';
  const markdown = ['text', `${fence}js`, 'a', fence, `   ${fence}sh`, '   npm start', `   ${fence}`].join(
    '\n',
  );
  assert.deepEqual(parseShellBlocks(markdown), [{ line: 6, text: 'npm start' }]);
});
