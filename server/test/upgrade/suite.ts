import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { type HttpReply, requestPort } from '../../../lab/request.ts';
import type { Running } from '../harness.ts';
import { bytesFor, longArtifact, longParts } from './bytes.ts';
import type { Recording } from './recording.ts';
import { assertSameAnswer } from './same-answers.ts';

/* The current server on data of 0.1.0: everything is unchanged, and unfinished work can be completed. */

export interface Upgraded {
  service: Running;
  recording: Recording;
  /** The migrations that the database has run. */
  migrations(): Promise<string[]>;
  /** Whether the parts of an unfinished upload were copied; those in a bucket cannot be. */
  keepsParts: boolean;
  stop(): Promise<void>;
}

const migrationsOf = async (engine: 'sqlite' | 'postgres'): Promise<string[]> => {
  const folder = new URL(`../../src/drivers/sql/migrations/${engine}/`, import.meta.url);
  return (await readdir(folder)).map((name) => name.replace('.sql', '')).sort();
};

interface Ticket {
  uploadUrl: string;
  headers: Record<string, string>;
  parts: { uploadId: string; urls: string[]; uploaded: { number: number; etag: string }[] };
}

const putTo = async (url: string, headers: Record<string, string>, body: Buffer): Promise<HttpReply> => {
  const { port, pathname, search, host } = new URL(url);
  const reply = await requestPort(Number(port), pathname + search, { method: 'PUT', host, headers, body });
  assert.equal(reply.status, 200, reply.text());
  return reply;
};

export const upgradeSuite = (engine: 'sqlite' | 'postgres', start: () => Promise<Upgraded>): void => {
  describe(`an upgrade from 0.1.0 on ${engine}`, { concurrency: false }, () => {
    let upgraded: Upgraded;
    before(async () => {
      upgraded = await start();
    });
    after(() => upgraded?.stop());

    const secretOf = (name: string): string => upgraded.recording.secrets[name] ?? '';
    const idOf = (name: string): string => upgraded.recording.releases[name] ?? '';

    const call = async (status: number, path: string, json?: unknown): Promise<HttpReply> => {
      const key = path.startsWith('/borealis/') ? 'borealis' : 'everything';
      const question = json === undefined ? { method: 'POST' } : { json };
      const reply = await upgraded.service.api(`/v1/apps${path}`, { key: secretOf(key), ...question });
      assert.equal(reply.status, status, `${path}: ${reply.text()}`);
      return reply;
    };
    const read = (host: string, path: string): Promise<HttpReply> =>
      requestPort(upgraded.service.port, path, { host: `${host}.updates.example` });

    const declare = async (app: string, piece: object): Promise<Ticket> =>
      (await call(201, `/${app}/artifacts/presign`, { format: '.bin', ...piece })).json<Ticket>();

    test('every migration has run', async () => {
      assert.deepEqual(await upgraded.migrations(), await migrationsOf(engine));
    });

    test('everything is answered as 0.1.0 answered it', async () => {
      const { recording, service } = upgraded;
      for (const { question, answer } of recording.asked) {
        const { host, path, key, headers = {} } = question;
        const options = {
          ...(host === undefined ? {} : { host }),
          headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${secretOf(key)}` }) },
        };
        assertSameAnswer(question, await requestPort(service.port, path, options), answer);
      }
    });

    test('no app shows a download page until that is switched on', async () => {
      assert.equal((await read('atlas', '/')).status, 404);
      const change = { key: secretOf('admin'), method: 'PATCH', json: { page: true } };
      const { status, json, text } = await upgraded.service.api('/v1/apps/atlas', change);
      assert.equal(status, 200, text());
      assert.equal(json<{ app: { page: boolean } }>().app.page, true);
      assert.match((await read('atlas', '/')).text(), /<title>Download Atlas ☀ Editor<\/title>/);
    });

    test('an app that took a deleted one’s slug no longer reads its audit log', async () => {
      const reply = await upgraded.service.api('/v1/apps/phoenix/audit?limit=100', {
        key: secretOf('admin'),
      });
      const { entries } = reply.json<{ entries: { action: string; detail: unknown }[] }>();
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['app.create'],
        reply.text(),
      );
    });

    test('one version in two spellings stays as it was published', async () => {
      const list = await read('atlas', '/releases/v1/apps/atlas/releases?channel=stable');
      const versions = list
        .json<{ releases: { version: string }[] }>()
        .releases.map(({ version }) => version);
      assert.deepEqual(versions, ['v2.5.0', '2.5.0', '1.0.0']);
      for (const version of ['v2.5.0', '2.5.0']) {
        const { body } = await read('atlas', `/releases/download/${idOf(`atlas ${version}`)}/linux-x86_64`);
        assert.ok(body.equals(bytesFor('atlas', version, 'linux-x86_64')), version);
      }
    });

    test('a draft keeps its upload and is published once the other one came', async () => {
      const id = idOf('atlas 3.0.0');
      const refused = await call(409, `/atlas/releases/${id}/publish`);
      const { code, errors } = refused.json<{ code: string; errors: { detail: string }[] }>();
      assert.deepEqual([code, errors.length], ['uploads-incomplete', 1], refused.text());
      const bytes = bytesFor('atlas', '3.0.0', 'darwin-aarch64');
      const { artifacts } = (
        await upgraded.service.api(`/v1/apps/atlas/releases/${id}`, { key: secretOf('everything') })
      ).json<{ release: { artifacts: { target: string; sha256: string }[] } }>().release;
      const { sha256 = '' } = artifacts.find(({ target }) => target === 'darwin-aarch64') ?? {};
      const fields = { version: '3.0.0', target: 'darwin-aarch64', size: bytes.length, sha256 };
      const { uploadUrl, headers } = await declare('atlas', fields);
      await putTo(uploadUrl, headers, bytes);
      await call(200, `/atlas/releases/${id}/publish`);
      const offer = (await read('atlas', '/releases/stable/linux/x86_64/2.5.0')).json<{ version: string }>();
      assert.equal(offer.version, '3.0.0');
      const { body } = await read('atlas', `/releases/download/${id}/linux-x86_64`);
      assert.ok(body.equals(bytesFor('atlas', '3.0.0', 'linux-x86_64')));
    });

    const finishParts = async ({ parts }: Ticket): Promise<void> => {
      assert.deepEqual(
        parts.uploaded.map(({ number }) => number),
        [2],
        'the part that came before is there',
      );
      const { headers } = await putTo(parts.urls[0] ?? '', {}, longParts[0]);
      const etags = [String(headers.etag), parts.uploaded[0]?.etag];
      const fields = { version: '4.0.0', target: 'linux-x86_64', uploadId: parts.uploadId, etags };
      await call(200, '/borealis/artifacts/complete', fields);
    };

    test('an upload in parts that was cut off goes on', async () => {
      const id = idOf('borealis 4.0.0');
      const { asked } = upgraded.recording;
      const recordedText = asked.find(({ question }) => question.path.endsWith(`/releases/${id}`))?.answer
        .text;
      const { release } = JSON.parse(recordedText ?? '') as { release: { artifacts: { sha256: string }[] } };
      const ticket = await declare('borealis', {
        version: '4.0.0',
        target: 'linux-x86_64',
        size: longArtifact.length,
        sha256: release.artifacts[0]?.sha256,
        parts: true,
      });
      if (upgraded.keepsParts) await finishParts(ticket);
      else await putTo(ticket.uploadUrl, ticket.headers, longArtifact);
      await call(200, `/borealis/releases/${id}/publish`);
      const { body } = await read('northern-lights', `/releases/download/${id}/linux-x86_64`);
      assert.ok(body.equals(longArtifact));
    });

    test('what was withdrawn can be restored, and numbers of the database go on', async () => {
      await call(200, `/atlas/releases/${idOf('atlas 2.6.0')}/restore`);
      const { release } = (await call(201, '/atlas/releases', { version: '3.1.0' })).json<{
        release: { id: string };
      }>();
      await call(200, `/atlas/releases/${release.id}/publish`);
      const list = await read('atlas', '/releases/v1/apps/atlas/releases?channel=stable');
      const versions = list
        .json<{ releases: { version: string }[] }>()
        .releases.map(({ version }) => version);
      assert.deepEqual(versions, ['3.1.0', '3.0.0', '2.6.0', 'v2.5.0', '2.5.0', '1.0.0']);
    });
  });
};
