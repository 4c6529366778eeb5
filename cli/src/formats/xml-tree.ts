import { UnreadableFeedError } from './unreadable-feed-error.ts';

/* Parses a small XML document strictly, with namespaces and without external entities. */

export interface XmlElement {
  /** The namespace URI, or ''. */
  space: string;
  name: string;
  attributes: XmlAttribute[];
  children: XmlElement[];
  /** The element's own text, without that of its children. */
  text: string;
}

interface XmlAttribute {
  space: string;
  name: string;
  value: string;
}

/** An appcast has six levels. The parser searches all open elements for each name, which is slow in a deep document. */
const maxDepth = 100;

/** Throws UnreadableFeedError. */
export const parseXml = async (text: string): Promise<XmlElement> => {
  const { SaxesParser } = await import('./xml.ts');
  const parser = new SaxesParser({ xmlns: true, position: true });
  const root: XmlElement = { space: '', name: '', attributes: [], children: [], text: '' };
  const open = [root];
  const add = (more: string) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += more;
  };
  parser.on('error', (error) => {
    throw new UnreadableFeedError(`it is not valid XML: ${error.message}`);
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length > maxDepth)
      throw new UnreadableFeedError(`it is nested more than ${maxDepth} levels deep`);
    const pairs = Object.values(attributes).map((one) => ({
      space: one.uri,
      name: one.local,
      value: one.value,
    }));
    const element = { space: uri, name: local, attributes: pairs, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text.replace(/^\ufeff/, '')).close();
  return root.children[0] ?? root;
};

/** In document order. */
export const childrenOf = ({ children }: XmlElement, name: string, space = ''): XmlElement[] =>
  children.filter((one) => one.name === name && one.space === space);

/** Undefined if the child is missing or empty. */
export const childText = (element: XmlElement, name: string, space = ''): string | undefined => {
  const text = childrenOf(element, name, space)[0]?.text.trim();
  return text === '' ? undefined : text;
};

/** Undefined if the attribute is missing or empty. */
export const attributeOf = ({ attributes }: XmlElement, name: string, space = ''): string | undefined => {
  const value = attributes.find((one) => one.name === name && one.space === space)?.value.trim();
  return value === '' ? undefined : value;
};
