/* Formats and tokenizes JSON for display. Pure. */

export type TokenKind = 'name' | 'text' | 'plain';

export interface JsonToken {
  kind: TokenKind;
  text: string;
}

const parts = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

/** Indents JSON; returns any other text unchanged. */
export const indentJson = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** Splits JSON into names, strings and the rest; the tokens concatenate to the input. */
export const tokenizeJson = (text: string): JsonToken[] => {
  const pieces: JsonToken[] = [];
  let from = 0;
  for (const match of text.matchAll(parts)) {
    const [whole, string = '', colon = ''] = match;
    if (match.index > from) pieces.push({ kind: 'plain', text: text.slice(from, match.index) });
    pieces.push({ kind: colon === '' ? 'text' : 'name', text: string });
    if (colon !== '') pieces.push({ kind: 'plain', text: colon });
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push({ kind: 'plain', text: text.slice(from) });
  return pieces;
};
