import type { OpenApi, Operation } from './document.ts';

/** The document of the API as a page that needs no script. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const code = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 0.9em ui-monospace, monospace }
pre { overflow-x: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent); border-radius: 6px }
details { margin: 0.5rem 0; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; padding: 0.5rem 0.75rem }
summary { cursor: pointer } summary code { font-weight: 600 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
`;

const schemaText = (schema: unknown): string => `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

const renderParameters = ({ parameters }: Operation): string =>
  parameters.length === 0
    ? ''
    : `<table><tr><th>Parameter</th><th>In</th><th>Rule</th></tr>${parameters
        .map(({ name, in: place, required, schema }) => {
          const { description = '' } = schema as { description?: string };
          return `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${code(description)}</td></tr>`;
        })
        .join('')}</table>`;

const renderBody = ({ requestBody }: Operation): string => {
  const content = (requestBody as { content?: Record<string, { schema: unknown }> } | undefined)?.content;
  return content === undefined ? '' : `<h4>Body</h4>${schemaText(content['application/json']?.schema)}`;
};

const renderResponses = ({ responses }: Operation): string =>
  `<table><tr><th>Status</th><th>Answer</th></tr>${Object.entries(responses)
    .map(([status, { description, content }]) => {
      const schema = content?.['application/json']?.schema;
      return `<tr><td>${status}</td><td>${code(description)}${schema === undefined ? '' : schemaText(schema)}</td></tr>`;
    })
    .join('')}</table>`;

const renderOperation = (path: string, method: string, operation: Operation): string =>
  `<details id="${operation.operationId}"><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${code(operation.summary)}</summary>` +
  `${renderParameters(operation)}${renderBody(operation)}${renderResponses(operation)}</details>`;

export const renderDocs = ({ info, paths, components }: OpenApi): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([tag, members]) =>
      `<h2>${escapeHtml(tag)}</h2>${members.map(({ path, method, operation }) => renderOperation(path, method, operation)).join('\n')}`,
  );
  const nouns = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="${name}"><summary><code>${escapeHtml(name)}</code></summary>${schemaText(schema)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)} API</title><style>${style}</style></head><body>
<h1>${escapeHtml(info.title)} API</h1><p>${escapeHtml(info.description)} Version ${escapeHtml(info.version)}; the same as a document: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
${sections.join('\n')}<h2>Objects</h2>${nouns.join('\n')}</body></html>`;
};
