import { escapeHtml, renderPage, renderPre } from '../response/html.ts';
import { renderCurlCommand } from './curl.ts';
import type { DeploymentUrls } from './document.ts';

/* The home page if the dashboard isn't built. */

const links = [
  ['/docs', 'API documentation', 'Every call, with lines to copy'],
  ['/v1/openapi.json', 'OpenAPI document', 'The same for programs'],
  ['/readyz', 'Health', 'Whether database and storage answer'],
  ['/metrics', 'Metrics', 'For Prometheus'],
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
  return `<p class="quiet">Browsers and curl find names under <code>localhost</code> by themselves. For a program that does not, add <code>127.0.0.1 ${escapeHtml(hostname)}</code> to the machine’s hosts file, or use curl with <code>--resolve ${escapeHtml(`${hostname}:${port}`)}:127.0.0.1</code>.</p>`;
};

const post = (url: string, body: object): string =>
  renderPre(renderCurlCommand({ method: 'POST', url, isKeyed: true, body }));

const renderSteps = ({ baseUrl, publicUrl }: DeploymentUrls): string => {
  const site = publicUrl.replace('{slug}', 'hello');
  return `<ol class="steps">
<li><strong>Take the admin key.</strong> It was shown when the service started for the first time; without a terminal it was written to the file <code>admin-key</code> beside the data. <code>slipway-server reset-key</code> makes a new one.
${renderPre("export KEY='slw_adm_…'")}</li>
<li><strong>Create an app.</strong> <code>tauri</code> speaks to Tauri’s updater, <code>rest</code> to one of your own.
${post(`${baseUrl}/v1/apps`, { slug: 'hello', adapter: 'tauri' })}</li>
<li><strong>Make a key that may publish it</strong>, for your build pipeline. The secret is shown this once.
${post(`${baseUrl}/v1/apps/hello/keys`, { name: 'release pipeline' })}</li>
<li><strong>Publish a release:</strong> <code>slipway publish</code> in the folder of your build does all of it, or make <a href="/docs#Publishing">four calls of the API</a>. <code>slipway init</code> leads through every step here with questions.</li>
<li><strong>Tell your app where to ask.</strong> For Tauri this goes into <code>tauri.conf.json</code> as an endpoint of the updater:
${renderPre(`${site}/releases/stable/{{target}}/{{arch}}/{{current_version}}`)}
${renderLocalNote(publicUrl)}</li>
</ol>`;
};

export const renderHome = (urls: DeploymentUrls, version: string): string =>
  renderPage(
    'Slipway',
    `<main>
<h1>Slipway</h1>
<p class="lead">This service publishes releases of applications and tells installed copies about them.</p>
<p>The dashboard is not built. Run <code>npm run build --workspace @slipway/web</code> in the folder of the service and start it anew; until then everything can be done by the API and the command line.</p>
${renderLinks()}
<h2>Where things are</h2>
<dl>
<dt>API</dt><dd><code>${escapeHtml(urls.baseUrl)}/v1</code></dd>
<dt>Apps</dt><dd><code>${escapeHtml(urls.publicUrl)}</code></dd>
<dt>Version</dt><dd>${escapeHtml(version)}</dd>
</dl>
<h2>The first release</h2>
${renderSteps(urls)}
</main>`,
  );
