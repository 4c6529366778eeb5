import { createHash } from 'node:crypto';
import { docsPageStyle } from './page-style.ts';

/* HTML pages: one request, no script, and a CSP that allows only their own style. */

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Renders backticks as `code`. */
export const renderProse = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const renderPre = (text: string): string => `<pre tabindex="0">${escapeHtml(text)}</pre>`;

/** Cells are HTML and not escaped. */
export const renderTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
};

export const pageHeadersFor = (style: string) => {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  } as const;
};

export const pageHeaders = pageHeadersFor(docsPageStyle);

export const htmlContentType = 'text/html; charset=utf-8';

export const renderPage = (title: string, body: string, ownStyle = docsPageStyle): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${ownStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
