import { escapeHtml } from '../../response/html.ts';

/*
 * What publishers wrote, for a page that strangers open: text and nothing else. Characters that no reader sees are left
 * out where they could make a text look like another.
 */

/** All that a terminal or a browser may heed and nobody reads, but for tabs and line breaks. */
const controls = /(?![\n\t])\p{Cc}/gu;

/** What turns the direction of the text around it. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Lines of text, as HTML. */
export const escapeText = (text: string): string =>
  escapeHtml(text.replaceAll(/\r\n?/g, '\n').replaceAll(controls, ''));

/** One line for a place beside other words: it stays what it is, and where it is. */
export const toOneLine = (text: string): string =>
  text
    .replaceAll(directionMarks, '')
    .replaceAll(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replaceAll(controls, '');

/** The same as HTML. */
export const escapeName = (text: string): string => escapeHtml(toOneLine(text));
