import assert from 'node:assert/strict';
import { SaxesParser } from 'saxes';
import { sparkle as feed } from '../../../src/adapters/sparkle/feed.ts';
import type { FeedView } from '../../../src/domain/model/feed.ts';
import { answerOf } from './stage.ts';

/* Parses appcasts as strictly as their clients do: well-formed XML, namespaces matched by exact URI. */

const sparkle = 'http://www.andymatuschak.org/xml-namespaces/sparkle';

/** An element with Sparkle's names: `sparkle:` means the namespace, whatever its prefix. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const nameIn = (uri: string, local: string): string => (uri === sparkle ? `sparkle:${local}` : local);

/** Parses a document's root element; throws unless it is well-formed. */
export const parseXml = (text: string): Element => {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const named = Object.values(attributes).map((one) => [nameIn(one.uri, one.local), one.value]);
    const element: Element = {
      ...{ name: nameIn(uri, local), children: [], text: '' },
      attributes: Object.fromEntries(named) as Record<string, string>,
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('there is no element');
  return document;
};

export const childrenOf = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name);

export const textIn = (element: Element, name: string): string | undefined =>
  childrenOf(element, name)[0]?.text;

export const itemsOf = (body: string): Element[] =>
  childrenOf(parseXml(body), 'channel').flatMap((channel) => childrenOf(channel, 'item'));

/** The download attributes of an item. */
export const enclosureOf = (item: Element | undefined): Record<string, string> =>
  (item && childrenOf(item, 'enclosure')[0]?.attributes) ?? {};

export const appcastOf = (view: FeedView, document: string): string =>
  answerOf(feed.render(view, document))?.body ?? assert.fail('there is no document');
