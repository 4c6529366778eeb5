/* What notes consist of, and what reads it. */

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
  /** Whether there is an empty line between two of them. */
  isLoose: boolean;
}

/** What reads blocks is given by whoever reads what they lie in. */
export interface BlockContext {
  readInner(lines: readonly string[]): BlockList;
  /** Keeps an address under the name that the notes give it. */
  define(name: string, address: string): void;
}

/** A block, if there is one to be shown, and the line after it. */
export interface BlockMatch {
  block: Block | undefined;
  next: number;
}

/** Reads one kind of block where it begins at a line. */
export type BlockReader = (
  lines: readonly string[],
  at: number,
  reading: BlockContext,
) => BlockMatch | undefined;
