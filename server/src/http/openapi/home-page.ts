import { escapeHtml, renderPage, renderPre } from '../response/html.ts';
import { renderCurlCommand } from './curl.ts';
import type { DeploymentUrls } from './document.ts';

/* The home page if the dashboard isn't built. */

const links = [
  ['/docs', 'API documentation', 'All calls, with examples'],
  ['/v1/openapi.json', 'OpenAPI document', 'For programs and code generators'],
  ['/readyz', 'Health', 'Database and storage status'],
  ['/metrics', 'Metrics', 'Prometheus metrics'],
];

const renderLinks = (): string =>
  `<ul class="cards">${links
    .map(
      ([href, name, what]) => `<li><a href="${href}"><strong>${name}</strong><span>${what}</span></a></li>`,
    )
    .join('\n')}</ul>`;

/** `localhost` subdomains are local (RFC 6761), but not every resolver knows that. */
const renderLocalNote = (publicUrl: string): string => {
  if (!publicUrl.includes('.localhost')) return '';
  const { hostname, port } = new URL(publicUrl.replace('{slug}', 'hello'));
  return `<p class="quiet">Browsers and curl resolve names under <code>localhost</code>. For other programs, add <code>127.0.0.1 ${escapeHtml(hostname)}</code> to the hosts file, or use curl with <code>--resolve ${escapeHtml(`${hostname}:${port}`)}:127.0.0.1</code>.</p>`;
};

const post = (url: string, body: object): string =>
  renderPre(renderCurlCommand({ method: 'POST', url, isKeyed: true, body }));

const renderSteps = ({ baseUrl, publicUrl }: DeploymentUrls): string => {
  const site = publicUrl.replace('{slug}', 'hello');
  return `<ol class="steps">
<li><strong>Get the admin key.</strong> The server printed it at its first start, or without a terminal wrote it to the file <code>admin-key</code> beside the data. <code>slipway-server reset-key</code> creates a new one.
${renderPre("export KEY='slw_adm_…'")}</li>
<li><strong>Create an app.</strong> Use <code>tauri</code> for Tauri’s updater, <code>rest</code> for your own.
${post(`${baseUrl}/v1/apps`, { slug: 'hello', adapter: 'tauri' })}</li>
<li><strong>Create an API key</strong> for your CI pipeline. The secret is shown once.
${post(`${baseUrl}/v1/apps/hello/keys`, { name: 'release pipeline' })}</li>
<li><strong>Publish a release.</strong> Run <code>slipway publish</code> in your build folder, or use <a href="/docs#Publishing">the API</a>. <code>slipway init</code> guides you through all of these steps.</li>
<li><strong>Add the update URL to your app.</strong> For Tauri, it is an updater endpoint in <code>tauri.conf.json</code>:
${renderPre(`${site}/releases/stable/{{target}}/{{arch}}/{{current_version}}`)}
${renderLocalNote(publicUrl)}</li>
</ol>`;
};

export const renderHome = (urls: DeploymentUrls, version: string): string =>
  renderPage(
    'Slipway',
    `<main>
<h1>Slipway</h1>
<p class="lead">This server publishes releases of applications and serves updates.</p>
<p>The dashboard isn’t built. Run <code>npm run build --workspace @slipway/web</code> and restart. The API and CLI work without it.</p>
${renderLinks()}
<h2>URLs</h2>
<dl>
<dt>API</dt><dd><code>${escapeHtml(urls.baseUrl)}/v1</code></dd>
<dt>Apps</dt><dd><code>${escapeHtml(urls.publicUrl)}</code></dd>
<dt>Version</dt><dd>${escapeHtml(version)}</dd>
</dl>
<h2>Publish your first release</h2>
${renderSteps(urls)}
</main>`,
  );
