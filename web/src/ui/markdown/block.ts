/* The blocks of release notes, and the types of their parsers. */

export type Block =
  | { type: 'heading'; level: number; text: string }
  | { type: 'paragraph'; text: string }
  | { type: 'code'; text: string }
  | { type: 'rule' }
  | { type: 'quote'; blocks: readonly Block[] }
  | { type: 'list'; start: number | undefined; isLoose: boolean; items: readonly (readonly Block[])[] }
  | { type: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

export interface BlockList {
  blocks: Block[];
  /** Whether an empty line separates two items. */
  isLoose: boolean;
}

/** Passed in by the parent parser, so that block modules need not import it. */
export interface BlockContext {
  parseNested(lines: readonly string[]): BlockList;
  /** Stores a link reference definition. */
  defineLink(name: string, address: string): void;
}

/** A parsed block, if visible, and the line after it. */
export interface BlockMatch {
  block: Block | undefined;
  next: number;
}

/** Parses one kind of block at a line. */
export type BlockReader = (
  lines: readonly string[],
  at: number,
  reading: BlockContext,
) => BlockMatch | undefined;
