import { escapeHtml } from '../../response/html.ts';

/*
 * Publishers' text for a public page: escaped, without invisible characters that could make one text look like another.
 */

/** Control characters except tabs and line breaks. */
const controls = /(?![\n\t])\p{Cc}/gu;

/** Marks that change the direction of surrounding text. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const escapeText = (text: string): string =>
  escapeHtml(text.replaceAll(/\r\n?/g, '\n').replaceAll(controls, ''));

/** One line that can't affect the text around it. */
export const toOneLine = (text: string): string =>
  text
    .replaceAll(directionMarks, '')
    .replaceAll(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replaceAll(controls, '');

export const escapeName = (text: string): string => escapeHtml(toOneLine(text));
