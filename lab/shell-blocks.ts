/* The command blocks of a document, as someone would paste them into a terminal. */

export interface ShellBlock {
  /** The line of the document on which the block begins, from 1. */
  line: number;
  text: string;
}

const fence = /^( *)```(\w*)\s*$/;
const languages = new Set(['sh', 'bash', 'zsh', 'shell', 'console', 'powershell']);

/** Every fenced block of a shell, without the indentation of its list. */
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
/** Quoted text and escaped characters, in which a `#` is a `#`. */
const quoted = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs;

/** The text with what cannot begin a comment made blank: heredocs and everything quoted. Lines stay where they are. */
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
 * The lines of a block, from 0, that have a comment. An interactive zsh has none: it passes `#` and all words after it to
 * the command, and a line that begins with `#` is a command that does not exist.
 */
export const commentOffsets = (text: string): number[] =>
  withoutText(text)
    .split('\n')
    .flatMap((line, index) => (/(?:^|[\s;&|(])#/.test(line) ? [index] : []));
