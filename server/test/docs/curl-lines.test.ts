import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type HttpReply, requestPort } from '../../../lab/request.ts';
import { adminKey, type Running, startService } from '../harness.ts';
import { decodeHtml } from './html-text.ts';

/* Runs the curl commands of /docs unchanged, in a working order, and compares their responses with the page. */

interface Line {
  method: string;
  path: string;
  host: string;
  body: string | undefined;
  isKeyed: boolean;
  /** The status and body on the page. */
  status: number;
  answer: unknown;
}

const parseLine = (section: string): Line => {
  const [, curl = ''] = /<pre tabindex="0">(curl .*?)<\/pre>/s.exec(section) ?? [];
  const [, url = ''] = /(http:\/\/[^\s']+)/.exec(curl) ?? [];
  const { host, pathname, search } = new URL(url);
  const body = /-d '(.*)'$/s.exec(curl)?.[1];
  const [, method = body === undefined ? 'GET' : 'POST'] = /-X (\w+)/.exec(curl) ?? [];
  const [, status = '', answer] =
    /<h4>Response (\d+)[^<]*<\/h4>(?:<pre tabindex="0">(.*?)<\/pre>)?/s.exec(section) ?? [];
  return {
    method,
    path: pathname + search,
    host,
    body,
    isKeyed: curl.includes('Bearer $KEY'),
    status: Number(status),
    answer: answer === undefined ? undefined : JSON.parse(answer),
  };
};

/** All field names at every depth; lists by their first entry. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return 'value';
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, shapeOf((value as Record<string, unknown>)[name])]));
};

describe('the curl commands of /docs', { concurrency: false }, () => {
  let service: Running;
  let lines: Map<string, Line>;
  before(async () => {
    service = await startService();
    const page = (await service.api('/docs', { key: '' })).text();
    const sections = page.split('<section class="call" id="').slice(1);
    lines = new Map(sections.map((part) => [part.split('"', 1)[0] ?? '', parseLine(decodeHtml(part))]));
  });
  after(() => service.stop());

  const run = async (id: string, ids: Record<string, string> = {}): Promise<HttpReply> => {
    const line = lines.get(id);
    assert.ok(line, id);
    const path = line.path.replaceAll(/(rel|key|sig)_\w+/g, (_, kind: string) => ids[kind] ?? '');
    const headers = {
      ...(line.isKeyed ? { authorization: `Bearer ${adminKey}` } : {}),
      ...(line.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const reply = await requestPort(service.port, path, {
      method: line.method,
      host: line.host,
      headers,
      body: line.body,
    });
    assert.equal(reply.status, line.status, `${id}: ${reply.text()}`);
    return reply;
  };

  /** Runs a command and compares the fields of its response with the example. */
  const runAndCompare = async (id: string, ids: Record<string, string> = {}): Promise<HttpReply> => {
    const reply = await run(id, ids);
    const { warnings: _, ...fields } = reply.json<Record<string, Record<string, unknown>>>();
    if (fields.release !== undefined) delete fields.release.warnings;
    assert.deepEqual(shapeOf(fields), shapeOf(lines.get(id)?.answer), id);
    return reply;
  };

  test('create an app, its channel, its domain and its keys', async () => {
    for (const id of ['postV1Apps', 'postV1AppsAppChannels', 'postV1AppsAppDomains']) await runAndCompare(id);
    const { key } = (await runAndCompare('postV1AppsAppKeys')).json<{ key: { id: string } }>();
    for (const id of ['patchV1AppsApp', 'patchV1AppsAppChannelsName']) await runAndCompare(id);
    const answer = await runAndCompare('postV1AppsAppSigningKeys');
    const { signingKey } = answer.json<{ signingKey: { id: string } }>();
    await runAndCompare('getV1AppsAppSigningKeys');
    await runAndCompare('patchV1AppsAppSigningKeysId', { sig: signingKey.id });
    for (const id of [
      'getV1Apps',
      'getV1AppsApp',
      'getV1AppsAppChannels',
      'getV1AppsAppDomains',
      'getV1AppsAppKeys',
    ])
      await runAndCompare(id);
    await run('deleteV1AppsAppKeysId', { key: key.id });
    await run('deleteV1AppsAppDomainsDomain');
  });

  test('create a draft, declare a file, and read the audit log', async () => {
    await runAndCompare('postV1AppsAppReleasesReview');
    const { release } = (await runAndCompare('postV1AppsAppReleases')).json<{ release: { id: string } }>();
    const ids = { rel: release.id };
    await runAndCompare('postV1AppsAppArtifactsPresign');
    for (const id of ['getV1AppsAppReleases', 'getV1AppsAppReleasesId']) await runAndCompare(id, ids);
    // Last, because the others assume a release for everyone.
    await runAndCompare('patchV1AppsAppReleasesId', ids);
    await run('deleteV1AppsAppReleasesId', ids);
    await runAndCompare('getV1AppsAppAudit');
  });

  test('publish, withdraw, restore and read the public routes', async () => {
    const { release } = (await run('postV1AppsAppReleases')).json<{ release: { id: string } }>();
    const ids = { rel: release.id };
    await run('postV1AppsAppReleasesIdPublish', ids);
    await run('postV1AppsAppReleasesIdWithdraw', ids);
    await run('postV1AppsAppReleasesIdRestore', ids);
    await run('getV1AppsAppUsage');
    await run('getV1AppsAppExplain');
    await run('getReleasesV1AppsPublicSlugLatest');
    await run('getReleasesV1AppsPublicSlugReleases');
    await run('optionsReleases');
  });

  test('read the health, docs and metrics of the service', async () => {
    for (const id of ['getHealthz', 'getReadyz']) await runAndCompare(id);
    for (const id of ['get', 'getDocs', 'getMetrics', 'getV1OpenapiJson']) await run(id);
  });
});
