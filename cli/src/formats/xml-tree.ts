import { UnreadableFeedError } from './unreadable.ts';

/* A small XML document as a tree, names with their namespaces; read strictly, and without anything from elsewhere. */

export interface XmlElement {
  /** The namespace's address, '' where there is none. */
  space: string;
  name: string;
  attributes: XmlAttribute[];
  children: XmlElement[];
  /** Its own text, that of its children left out. */
  text: string;
}

interface XmlAttribute {
  space: string;
  name: string;
  value: string;
}

/** An appcast is six deep; the parser looks through all that is open for each name, which takes for ever in a deep one. */
const maxDepth = 100;

/** The root of a document; throws UnreadableFeed. */
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
    throw new UnreadableFeedError(`it is no XML that can be read: ${error.message}`);
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length > maxDepth) throw new UnreadableFeedError(`it is nested more than ${maxDepth} deep`);
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

/** The children of a name, in the order of the document. */
export const childrenOf = ({ children }: XmlElement, name: string, space = ''): XmlElement[] =>
  children.filter((one) => one.name === name && one.space === space);

/** The trimmed text of the first child of a name; undefined where there is none, or nothing in it. */
export const childText = (element: XmlElement, name: string, space = ''): string | undefined => {
  const text = childrenOf(element, name, space)[0]?.text.trim();
  return text === '' ? undefined : text;
};

/** The value of an attribute; undefined where it is missing or empty. */
export const attributeOf = ({ attributes }: XmlElement, name: string, space = ''): string | undefined => {
  const value = attributes.find((one) => one.name === name && one.space === space)?.value.trim();
  return value === '' ? undefined : value;
};
