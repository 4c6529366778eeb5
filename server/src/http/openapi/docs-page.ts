import { type ProblemCode, problems } from '@slipway/api';
import { remedies } from '@slipway/core/remedies.ts';
import { escapeHtml, renderPage, renderPre, renderProse, renderTable } from '../response/html.ts';
import { renderCurlCommand } from './curl.ts';
import { renderIntroduction } from './docs-introduction.ts';
import type { OpenApi, OpenApiOperation, OpenApiResponse } from './document.ts';
import { type FieldSchema, fieldRuleText, fieldTypeText } from './field-text.ts';

/* Renders the OpenAPI document as an HTML page. */

interface DocumentedCall {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

const groups: Readonly<Record<string, string>> = {
  Publishing: 'Create and manage releases. Requires a key of the app.',
  Management: 'Apps, channels, keys and domains.',
  Public: 'Update checks, feeds and downloads. No key required.',
  Service: 'Health, metrics and sessions.',
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The example's URL, on the host that serves it. */
const urlOf = ({ servers }: OpenApi, { path, operation }: DocumentedCall): string => {
  const base = (operation.servers ?? servers)[0]?.url.replace('{slug}', 'hello') ?? '';
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example = '' } of operation.parameters) {
    if (place === 'path') filled = filled.replace(`{${name}}`, example);
    else if (required) query.set(name, example);
  }
  return `${base}${filled}${query.size === 0 ? '' : `?${query}`}`;
};

const renderCurl = (document: OpenApi, call: DocumentedCall): string => {
  const { operation, method } = call;
  const body = operation.requestBody?.content['application/json']?.example;
  const isFile = '206' in operation.responses;
  const isKeyed = operation.security !== undefined;
  return renderPre(
    renderCurlCommand({
      method: method.toUpperCase(),
      url: urlOf(document, call),
      isKeyed,
      isFile,
      ...(body === undefined ? {} : { body }),
    }),
  );
};

const need = (isRequired: boolean): string => (isRequired ? 'required' : 'optional');

const renderParameters = ({ parameters }: OpenApiOperation): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, schema }) => [
    `<code>${escapeHtml(name)}</code>`,
    `${place}, ${need(required)}`,
    renderProse(fieldRuleText(schema as FieldSchema)),
  ]);
  return `<h4>Parameters</h4>${renderTable(['Name', 'In', 'Rule'], rows)}`;
};

const renderFields = ({ requestBody }: OpenApiOperation): string => {
  const schema = requestBody?.content['application/json']?.schema as
    | { properties: Record<string, FieldSchema>; required?: string[] }
    | undefined;
  if (schema === undefined) return '';
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    `<code>${escapeHtml(name)}</code>`,
    `${fieldTypeText(field)}, ${need(schema.required?.includes(name) === true)}`,
    renderProse(fieldRuleText(field)),
  ]);
  return `<h4>Request body</h4>${renderTable(['Field', 'Type', 'Rule'], rows)}`;
};

const renderAnswer = ([status, { description, content }]: [string, OpenApiResponse]): string => {
  const { example, examples } = content?.['application/json'] ?? {};
  const several = Object.entries(examples ?? {});
  if (several.length === 0)
    return `<h4>Response ${status}</h4>${example === undefined ? `<p>${renderProse(description)}</p>` : renderPre(json(example))}`;
  return several
    .map(([name, { value }]) => `<h4>Response ${status}, ${name}</h4>${renderPre(json(value))}`)
    .join('\n');
};

const renderAnswers = ({ responses }: OpenApiOperation): string =>
  Object.entries(responses)
    .filter(([, response]) => response['x-problems'] === undefined)
    .map(renderAnswer)
    .join('\n');

const problemRow = (code: ProblemCode): string[] => [
  String(problems[code].status),
  `<code>${code}</code>`,
  `${renderProse(problems[code].title)}. ${renderProse(remedies[code])}`,
];

const renderProblems = ({ responses }: OpenApiOperation): string => {
  const codes = Object.values(responses).flatMap((response) => response['x-problems'] ?? []);
  const table = renderTable(['Status', 'Code', 'Meaning and fix'], codes.map(problemRow));
  return `<details><summary>Errors (${codes.length})</summary>${table}</details>`;
};

const renderRoute = ({ method, path }: DocumentedCall): string =>
  `<code class="method ${method}">${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code>`;

const renderCall = (document: OpenApi, call: DocumentedCall): string => {
  const { operation } = call;
  return `<section class="call" id="${operation.operationId}">
<h3>${renderProse(operation.summary)}</h3>
<p class="route">${renderRoute(call)}</p>
<p class="who">${renderProse(operation['x-who'])}</p>
<p>${renderProse(operation.description)}</p>
${renderCurl(document, call)}
${renderParameters(operation)}${renderFields(operation)}
${renderAnswers(operation)}
${renderProblems(operation)}
</section>`;
};

/** Changes come before reads, and CORS preflights last. */
const rankOf = ({ method }: DocumentedCall): number => ['get', 'options'].indexOf(method);

const callsOf = ({ paths }: OpenApi): DocumentedCall[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .sort((a, b) => rankOf(a) - rankOf(b));

const renderContents = (grouped: Map<string, DocumentedCall[]>): string => {
  const lists = [...grouped].map(([tag, calls]) => {
    const items = calls.map(
      ({ operation, method }) =>
        `<li><a href="#${operation.operationId}"><code class="method ${method}">${method.toUpperCase()}</code> ${renderProse(operation.summary.replace(/[;:].*/, ''))}</a></li>`,
    );
    return `<h2><a href="#${tag}">${tag}</a></h2><ul>${items.join('\n')}</ul>`;
  });
  return `<nav aria-label="Calls"><details><summary>Contents</summary>${lists.join('\n')}</details></nav>`;
};

export const renderDocs = (document: OpenApi): string => {
  const grouped = Map.groupBy(callsOf(document), ({ operation }) => operation.tags[0] ?? '');
  const sections = [...grouped].map(
    ([tag, calls]) =>
      `<h2 id="${tag}">${tag}</h2><p class="quiet">${groups[tag] ?? ''}</p>${calls.map((call) => renderCall(document, call)).join('\n')}`,
  );
  const body = `<div class="docs">${renderContents(grouped)}<main>${renderIntroduction(document)}${sections.join('\n')}</main></div>`;
  return renderPage(`${document.info.title} API`, body);
};
