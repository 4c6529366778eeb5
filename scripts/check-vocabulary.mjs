import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import ts from 'typescript';

/*
 * Fails on words that this code base does not use, in declared names, file names, comments, sentences that users read
 * and documents. scripts/vocabulary.json has the words, each with its replacement.
 */

const root = process.argv[2] ?? '.';
const { words, names, namesOnly, phrases, dashboard, except } = JSON.parse(
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

/** The words and phrases in a text that users read; some words are bad names but good English. The dashboard has a shorter list of words than the API. */
const bannedInText = (text, path) => {
  const sentence = ` ${text.toLowerCase().replaceAll(/[^a-z]+/g, ' ')} `;
  const more = isDashboard(path) ? { ...phrases, ...dashboard } : phrases;
  return [
    ...bannedIn(sentence.split(' ')).filter((word) => !namesOnly.includes(word)),
    ...Object.keys(more).filter((phrase) => sentence.includes(` ${phrase} `)),
  ];
};

const isSource = (path) => /^[\w-]+\/src\//.test(path);
const isDashboard = (path) => path.startsWith('web/src/');

/** Texts without a space are names. */
const isSentence = (text) => /[A-Za-z,.] +[A-Za-z]/.test(text);

const isClass = (node) => ts.isJsxAttribute(node) && node.name.text === 'class';

const isText = (node) =>
  ts.isJsxText(node) ||
  ((ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) &&
    !isClass(node.parent) &&
    isSentence(node.text));

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
    if (isSource(path) && isText(node))
      for (const word of bannedInText(node.text, path))
        offenses.push({ line: lineOf(node.getStart(source)), name: 'a text', word });
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

/** Without code and addresses, which may name what other products and older versions have. */
const proseOf = (text) =>
  text
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>/g, ' ');

const findInDocument = (path, text) =>
  proseOf(text)
    .split('\n')
    .flatMap((line, index) =>
      bannedInText(line, path).map((word) => ({ line: index + 1, name: 'a text', word })),
    );

const findIn = (path) => {
  const inName = bannedIn(splitName(path)).map((word) => ({ line: 1, name: 'the file name', word }));
  const extension = extname(path);
  if (['.ts', '.tsx', '.mjs'].includes(extension))
    return [...inName, ...findInCode(path, readFileSync(`${root}/${path}`, 'utf8'))];
  if (extension === '.css') return [...inName, ...findInStyles(readFileSync(`${root}/${path}`, 'utf8'))];
  if (extension === '.md')
    return [...inName, ...findInDocument(path, readFileSync(`${root}/${path}`, 'utf8'))];
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

/** An exception has names, or words that a text may have. */
const isExcepted = (path, { name, word }) =>
  except.some(
    ({ paths, names = [], words: inTexts = [] }) =>
      (names.includes(name) || (name === 'a text' && inTexts.includes(word))) &&
      paths.some((start) => path.startsWith(start)),
  );

const offenses = listFiles().flatMap((path) =>
  findIn(path)
    .filter((offense) => !isExcepted(path, offense))
    .map((offense) => ({ path, ...offense })),
);
for (const { path, line, name, word } of offenses)
  console.error(
    `${path}:${line}: ${name} contains "${word}". Use: ${words[word] ?? names[word] ?? dashboard[word] ?? phrases[word]}.`,
  );
console.log(`vocabulary: ${offenses.length} banned words`);
process.exit(offenses.length > 0 ? 1 : 0);
