import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { repository } from '../../lab/repository.ts';
import { findLongSentences } from './sentences.ts';

/* Messages are read in a hurry, in a terminal: short sentences, and one word for one thing. */

const files = globSync(['cli/src/**/*.ts', 'server/src/commands/**/*.ts'], { cwd: repository }).filter(
  (path) => !path.endsWith('remedies.ts'),
);

/** Every string of a file; a placeholder stands for each inserted value. */
const textsOf = (path: string): string[] => {
  const text = readFileSync(join(repository, path), 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('X'));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
};

/** Code for the user's app, and shell scripts. */
const isCode = (text: string): boolean => /^#|^import |^_slipway|=> \{|^Environment:/m.test(text);

const messages = files.flatMap((path) =>
  textsOf(path)
    .filter((text) => !isCode(text))
    .map((text) => [path, text] as const),
);

test('no sentence of a message has more than 20 words', () => {
  const long = messages.flatMap(([path, text]) => findLongSentences(text).map((one) => `${path}: ${one}`));
  assert.deepEqual(long, []);
});

test('messages name the server, the CLI and URLs, and write percentages without a space', () => {
  const avoided =
    /\b(?:the|this) service\b|the command line|whoever|\banew\b|goes on\b|\bgo on\b|is for everyone|\btesters\b|X %|\d %/;
  const found = messages.filter(([, text]) => avoided.test(text)).map(([path, text]) => `${path}: ${text}`);
  assert.deepEqual(found, []);
});
