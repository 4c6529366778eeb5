/*
 * Sets one value in the text of a JSON file and leaves every other character unchanged, because people maintain these
 * files by hand. The text must be valid JSON.
 */

interface Node {
  start: number;
  end: number;
  /** Set for objects. */
  members?: { name: string; value: Node }[];
}

const blank = /\s/;

/** Finds the start and end of each value. */
const scan = (text: string): Node => {
  let at = 0;
  const skip = () => {
    while (blank.test(text[at] ?? '')) at += 1;
  };
  const readText = (): string => {
    const start = at;
    at += 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const readItems = (close: string, readItem: () => void): void => {
    at += 1;
    for (skip(); text[at] !== close; skip()) {
      readItem();
      skip();
      if (text[at] === ',') at += 1;
    }
    at += 1;
  };
  const readValue = (): Node => {
    skip();
    const start = at;
    const members: { name: string; value: Node }[] = [];
    if (text[at] === '{') {
      readItems('}', () => {
        const name = readText();
        skip();
        at += 1;
        members.push({ name, value: readValue() });
      });
      return { start, end: at, members };
    }
    if (text[at] === '[') readItems(']', readValue);
    else if (text[at] === '"') readText();
    else while (!/[\s,\]}]/.test(text[at] ?? ' ')) at += 1;
    return { start, end: at };
  };
  return readValue();
};

const indentOf = (text: string): string => /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';

/** Indents all lines after the first to the value's depth. */
const render = (value: unknown, indent: string, depth: number): string =>
  JSON.stringify(value, null, indent).replaceAll('\n', `\n${indent.repeat(depth)}`);

const replace = (text: string, { start, end }: Pick<Node, 'start' | 'end'>, put: string): string =>
  `${text.slice(0, start)}${text.includes('\r\n') ? put.replaceAll('\n', '\r\n') : put}${text.slice(end)}`;

const addMember = (
  text: string,
  object: Node,
  added: { name: string; value: unknown; depth: number },
): string => {
  const indent = indentOf(text);
  const inner = `\n${indent.repeat(added.depth + 1)}`;
  const member = `${JSON.stringify(added.name)}: ${render(added.value, indent, added.depth + 1)}`;
  const last = object.members?.at(-1);
  if (last === undefined) return replace(text, object, `{${inner}${member}\n${indent.repeat(added.depth)}}`);
  const isInline = !text.slice(object.start, object.end).includes('\n');
  return replace(text, { start: last.value.end, end: last.value.end }, `,${isInline ? ' ' : inner}${member}`);
};

const nest = (names: string[], value: unknown): unknown =>
  names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

/** Creates missing objects on the path. */
export const setJsonValue = (text: string, path: string[], value: unknown): string => {
  let node = scan(text);
  for (const [depth, name] of path.entries()) {
    const member = node.members?.findLast((one) => one.name === name);
    if (member === undefined)
      return addMember(text, node, { name, value: nest(path.slice(depth + 1), value), depth });
    node = member.value;
  }
  return replace(text, node, render(value, indentOf(text), path.length));
};
