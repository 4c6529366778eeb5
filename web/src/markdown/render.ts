import { Lexer, type Token, type Tokens } from 'marked';
import { type ComponentChildren, h, type VNode } from 'preact';
import { decodeEntities, parseAddress } from './address.ts';

/*
 * Release notes as elements. The lexer makes tokens of the text and these make elements of the tokens: no text is ever
 * read as HTML, so there is nothing to clean. HTML in a note is shown as the text that it is, pictures become links, and
 * addresses are those of the web and of mail. What the lexer cannot take is shown as plain text.
 */

/** What the API takes; more is not rendered. */
const longest = 64 * 1024;
/** Deeper than any note that people write, and shallow enough for every stack. */
const deepest = 40;
/** A line that opens more quotes and lists than that: the lexer would read all that follows once for each. */
const tooDeep = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){41}/m;

/** An element by its name: h, with one type for all. */
const el = (tag: string, props: Record<string, unknown> | null, ...children: ComponentChildren[]): VNode =>
  h(tag, props, ...children) as VNode;

const childrenOf = (tokens: readonly Token[] | undefined, depth: number): ComponentChildren =>
  tokens === undefined ? null : tokens.map((token) => renderToken(token, depth + 1));

/** A link, or its text where it may lead nowhere; says where it leads. */
const link = (raw: string, shown: ComponentChildren): ComponentChildren => {
  const href = parseAddress(raw);
  return href === undefined
    ? el('span', null, shown)
    : el('a', { href, rel: 'noreferrer noopener nofollow', target: '_blank' }, shown);
};

const pictureWords = ({ text, href }: Tokens.Image): string => {
  const words = decodeEntities(text).trim();
  return words === '' ? href : `${words} (picture)`;
};

const listOf = ({ ordered, start, items }: Tokens.List, depth: number): VNode =>
  el(
    ordered ? 'ol' : 'ul',
    ordered && typeof start === 'number' ? { start } : null,
    items.map((item) =>
      el(
        'li',
        null,
        item.task ? (item.checked === true ? '☑ ' : '☐ ') : null,
        childrenOf(
          item.tokens.filter(({ type }) => type !== 'checkbox'),
          depth,
        ),
      ),
    ),
  );

const tableOf = ({ header, rows }: Tokens.Table, depth: number): VNode =>
  el('table', null, [
    el(
      'thead',
      null,
      el(
        'tr',
        null,
        header.map((cell) => el('th', { scope: 'col' }, childrenOf(cell.tokens, depth))),
      ),
    ),
    el(
      'tbody',
      null,
      rows.map((row) =>
        el(
          'tr',
          null,
          row.map((cell) => el('td', null, childrenOf(cell.tokens, depth))),
        ),
      ),
    ),
  ]);

const around: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 'del',
};

const textOf = (token: Token, depth: number): ComponentChildren =>
  'tokens' in token && token.tokens !== undefined
    ? childrenOf(token.tokens, depth)
    : decodeEntities('text' in token && typeof token.text === 'string' ? token.text : token.raw);

const renderToken = (token: Token, depth: number): ComponentChildren => {
  if (depth > deepest) return token.raw;
  const tag = around[token.type];
  if (tag !== undefined) return el(tag, null, childrenOf((token as Tokens.Generic).tokens, depth));
  switch (token.type) {
    case 'heading':
      // The page has its own first and second headings.
      return el(`h${Math.min(6, Number(token.depth) + 2)}`, null, childrenOf(token.tokens, depth));
    case 'list':
      return listOf(token as Tokens.List, depth);
    case 'table':
      return tableOf(token as Tokens.Table, depth);
    case 'code':
      return el('pre', { tabIndex: 0 }, el('code', null, token.text));
    case 'codespan':
      return el('code', null, token.text);
    case 'link':
      return link(token.href, childrenOf(token.tokens, depth));
    case 'image':
      return link(token.href, pictureWords(token as Tokens.Image));
    case 'br':
      return el('br', null);
    case 'hr':
      return el('hr', null);
    case 'space':
    case 'def':
      return null;
    case 'html':
      return token.raw;
    default:
      return textOf(token, depth);
  }
};

/** Notes as elements; as plain text where they are too long, too deep or too odd. */
export const renderMarkdown = (notes: string): VNode => {
  const text = notes.slice(0, longest);
  const plain = el('pre', { class: 'prose plain' }, text);
  if (tooDeep.test(text)) return plain;
  try {
    const tokens = new Lexer({ gfm: true, breaks: false }).lex(text);
    return el(
      'div',
      { class: 'prose' },
      tokens.map((token) => renderToken(token, 0)),
    );
  } catch {
    return plain;
  }
};
