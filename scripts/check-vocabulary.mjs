import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import ts from 'typescript';

/*
 * Fails on words that this code base does not use, in declared names, file names and comments. scripts/vocabulary.json
 * has the words, each with its replacement.
 */

const root = process.argv[2] ?? '.';
const { words, names, except } = JSON.parse(
  readFileSync(new URL('vocabulary.json', import.meta.url), 'utf8'),
);

/** Splits names in any case style. */
const splitName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const bannedIn = (parts) => parts.filter((part) => Object.hasOwn(words, part));

const bannedInName = (name) => {
  const whole = name.toLowerCase();
  return Object.hasOwn(names, whole) ? [whole] : bannedIn(splitName(name));
};

const isDeclaration = (node) =>
  ts.isIdentifier(node) &&
  node.parent.name === node &&
  !ts.isPropertyAccessExpression(node.parent) &&
  !ts.isJsxAttribute(node.parent) &&
  !ts.isMetaProperty(node.parent);

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Comment ranges come from the compiler, because strings may contain `//`. */
const listComments = (source) => {
  const found = new Map();
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(source.text, node.pos) ?? []) found.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(source.text, node.end) ?? []) found.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found.values()];
};

const findInCode = (path, text) => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const offenses = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (isDeclaration(node))
      for (const word of bannedInName(node.text))
        offenses.push({ line: lineOf(node.getStart(source)), name: node.text, word });
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { pos, end } of listComments(source))
    for (const word of bannedIn(splitName(text.slice(pos, end))))
      offenses.push({ line: lineOf(pos), name: 'a comment', word });
  return offenses;
};

const findInStyles = (text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [...line.replace(comments, '').matchAll(/\.(-?[a-z][\w-]*)/g)].flatMap(([, name]) =>
        bannedInName(name).map((word) => ({ line: index + 1, name, word })),
      ),
    );

const findIn = (path) => {
  const inName = bannedIn(splitName(path)).map((word) => ({ line: 1, name: 'the file name', word }));
  const extension = extname(path);
  if (['.ts', '.tsx', '.mjs'].includes(extension))
    return [...inName, ...findInCode(path, readFileSync(`${root}/${path}`, 'utf8'))];
  if (extension === '.css') return [...inName, ...findInStyles(readFileSync(`${root}/${path}`, 'utf8'))];
  return inName;
};

const listFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => existsSync(`${root}/${path}`));

const isExcepted = (path, name) =>
  except.some(({ paths, names }) => names.includes(name) && paths.some((start) => path.startsWith(start)));

const offenses = listFiles().flatMap((path) =>
  findIn(path)
    .filter(({ name }) => !isExcepted(path, name))
    .map((offense) => ({ path, ...offense })),
);
for (const { path, line, name, word } of offenses)
  console.error(`${path}:${line}: ${name} contains "${word}". Use: ${words[word] ?? names[word]}.`);
console.log(`vocabulary: ${offenses.length} banned words`);
process.exit(offenses.length > 0 ? 1 : 0);
