/* The shell blocks of a document, as a user would paste them. */

export interface ShellBlock {
  /** The document line of the block's start, from 1. */
  line: number;
  text: string;
}

const fence = /^( *)```(\w*)\s*$/;
const languages = new Set(['sh', 'bash', 'zsh', 'shell', 'console', 'powershell']);

/** Every fenced shell block, without the indentation of its list. */
export const parseShellBlocks = (markdown: string): ShellBlock[] => {
  const blocks: ShellBlock[] = [];
  let open: { indent: string; isShell: boolean; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const [isFence, indent = '', language = ''] = fence.exec(line) ?? [];
    if (open === undefined && isFence !== undefined)
      open = { indent, isShell: languages.has(language), line: index + 2, lines: [] };
    else if (open !== undefined && isFence !== undefined) {
      if (open.isShell) blocks.push({ line: open.line, text: open.lines.join('\n') });
      open = undefined;
    } else open?.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  return blocks;
};

const heredoc = /<<-?\s*(['"]?)(\w+)\1/;
/** Quoted text and escaped characters, in which `#` starts no comment. */
const quoted = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs;

/** Blanks out heredocs and quoted text, in which `#` starts no comment. Line numbers stay the same. */
const withoutText = (text: string): string => {
  let end: string | undefined;
  const lines = text.split('\n').map((line) => {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      return '';
    }
    end = heredoc.exec(line)?.[2];
    return line;
  });
  return lines.join('\n').replaceAll(quoted, (found) => found.replaceAll(/[^\n]/g, '_'));
};

/**
 * The lines of a block, from 0, with a comment. An interactive zsh does not support comments: it passes `#` and the
 * following words to the command, or fails on a line that starts with `#`.
 */
export const commentOffsets = (text: string): number[] =>
  withoutText(text)
    .split('\n')
    .flatMap((line, index) => (/(?:^|[\s;&|(])#/.test(line) ? [index] : []));
