import { type ComponentChildren, h, type VNode } from 'preact';
import type { Block } from './block.ts';
import { parseNotes } from './blocks.ts';
import { parseInline } from './inline.ts';
import { parseLinkUrl } from './link-url.ts';
import type { Inline } from './scanner.ts';

/*
 * Renders release notes as elements. No text is parsed as HTML, so nothing needs sanitizing: HTML shows as text, images
 * become links, and only web and mail links are allowed.
 */

/** The API limit; longer notes are truncated. */
const longest = 64 * 1024;

/** Wraps h with a single return type. */
const el = (tag: string, props: Record<string, unknown> | null, ...children: ComponentChildren[]): VNode =>
  h(tag, props, ...children) as VNode;

/** A link, or only its text if the URL is not allowed. */
const link = (address: string, content: ComponentChildren): VNode => {
  const href = parseLinkUrl(address);
  return href === undefined
    ? el('span', null, content)
    : el('a', { href, rel: 'noreferrer noopener nofollow', target: '_blank' }, content);
};

const renderInline = (parts: readonly Inline[]): ComponentChildren[] =>
  parts.map((part) => {
    if (typeof part === 'string') return part;
    const { tag, address, inner } = part;
    return address === undefined ? el(tag, null, renderInline(inner)) : link(address, renderInline(inner));
  });

const createRenderer = (addresses: ReadonlyMap<string, string>) => {
  const inline = (text: string): ComponentChildren[] => renderInline(parseInline(text, addresses));
  const row = (cells: readonly string[], tag: 'td' | 'th'): VNode =>
    el(
      'tr',
      null,
      cells.map((cell) => el(tag, tag === 'th' ? { scope: 'col' } : null, inline(cell))),
    );
  /** In a tight list, an item's text is not wrapped in a paragraph. */
  const item = (blocks: readonly Block[], isLoose: boolean): VNode =>
    el(
      'li',
      null,
      blocks.map((block) => (block.type === 'paragraph' && !isLoose ? inline(block.text) : render(block))),
    );
  const render = (block: Block): VNode => {
    switch (block.type) {
      case 'heading':
        // The page itself uses h1 and h2.
        return el(`h${Math.min(6, block.level + 2)}`, null, inline(block.text));
      case 'paragraph':
        return el('p', null, inline(block.text));
      case 'code':
        return el('pre', { tabIndex: 0 }, el('code', null, block.text));
      case 'rule':
        return el('hr', null);
      case 'quote':
        return el('blockquote', null, block.blocks.map(render));
      case 'list': {
        const { start, isLoose, items } = block;
        return el(
          start === undefined ? 'ul' : 'ol',
          { start },
          items.map((blocks) => item(blocks, isLoose)),
        );
      }
      case 'table':
        return el('table', null, [
          el('thead', null, row(block.head, 'th')),
          el(
            'tbody',
            null,
            block.rows.map((cells) => row(cells, 'td')),
          ),
        ]);
    }
  };
  return render;
};

/** Renders notes; falls back to plain text if they are nested too deeply or a table is too sparse. */
export const renderMarkdown = (notes: string): VNode => {
  const text = notes.slice(0, longest);
  try {
    const { blocks, addresses } = parseNotes(text);
    return el('div', { class: 'prose' }, blocks.map(createRenderer(addresses)));
  } catch {
    return el('pre', { class: 'prose plain' }, text);
  }
};
