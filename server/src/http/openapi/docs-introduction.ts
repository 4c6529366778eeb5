import { escapeHtml, renderPre } from '../response/html.ts';
import type { OpenApi } from './document.ts';

/** The introduction: how to call the API, and a release in four steps. */
export const renderIntroduction = ({ info, servers }: OpenApi): string => {
  const base = servers[0]?.url ?? '';
  return `<h1>${escapeHtml(info.title)} API</h1>
<p class="lead">API reference for this server, with copyable examples. <a href="/">Dashboard</a> · Version ${escapeHtml(info.version)} · <a href="/v1/openapi.json">OpenAPI document</a></p>
<h3>Authentication</h3>
<p>Base URL: <code>${escapeHtml(base)}</code>. Requests and responses are JSON. Examples read your key from <code>$KEY</code>:</p>
${renderPre("export KEY='slw_…'   # a key of the app, or the admin key")}
<p>Errors follow RFC 9457: <code>code</code> is stable, <code>detail</code> explains, <code>errors</code> lists invalid fields. Fixes are listed under each call.</p>
<h3>Publish a release</h3>
<ol class="steps">
<li><a href="#postV1AppsAppReleases">Create a draft.</a> Clients don’t see it yet.</li>
<li><a href="#postV1AppsAppArtifactsPresign">Declare each file</a> with its size and SHA-256. The response contains the upload URL.</li>
<li>Upload the file with the returned headers, without your key:
${renderPre(`curl -T hello.AppImage "$UPLOAD_URL" \\\n  -H "content-type: application/octet-stream" \\\n  -H "x-amz-checksum-sha256: …" \\\n  -H "x-amz-server-side-encryption: AES256"`)}</li>
<li><a href="#postV1AppsAppReleasesIdPublish">Publish.</a> Clients are offered it from now on.</li>
</ol>`;
};
