import { escapeHtml, renderPre } from '../response/html.ts';
import type { OpenApi } from './document.ts';

/** The introduction: how to call the API, and a release in four steps. */
export const renderIntroduction = ({ info, servers }: OpenApi): string => {
  const base = servers[0]?.url ?? '';
  return `<h1>${escapeHtml(info.title)} API</h1>
<p class="lead">The calls of this deployment, with lines to copy. <a href="/">What this is</a> · Version ${escapeHtml(info.version)} · <a href="/v1/openapi.json">OpenAPI document</a></p>
<h3>How to call</h3>
<p>The API answers at <code>${escapeHtml(base)}</code>. Bodies and answers are JSON. Send a key with every call that needs one; the lines below take it from <code>$KEY</code>:</p>
${renderPre("export KEY='slw_…'   # a key of the app, or the admin key")}
<p>An answer of 400 or more is a problem (RFC 9457): <code>code</code> is stable and made for programs, <code>detail</code> says what is wrong this time, and <code>errors</code> names every field at fault. What to do about each code is told under the calls.</p>
<h3>A release in four steps</h3>
<ol class="steps">
<li><a href="#postV1AppsAppReleases">Create a draft.</a> Nobody sees it yet.</li>
<li><a href="#postV1AppsAppArtifactsPresign">Declare each file</a> with its size and SHA-256. The answer says where to upload it.</li>
<li>Upload the file there, with every header of the answer and without your key:
${renderPre(`curl -T hello.AppImage "$UPLOAD_URL" \\\n  -H "content-type: application/octet-stream" \\\n  -H "x-amz-checksum-sha256: …" \\\n  -H "x-amz-server-side-encryption: AES256"`)}</li>
<li><a href="#postV1AppsAppReleasesIdPublish">Publish.</a> From this moment installed copies are offered it.</li>
</ol>`;
};
