import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { contentFor } from '../../conformance/blobs/stage.ts';
import { startPlainStore } from './plain-store.ts';
import { useStorage } from './storage.ts';

const content = contentFor(randomBytes(100));
const answer = (body: string) => ({ status: 200, body });
const used = contentFor(randomBytes(100));
const part = (number: number, arrived = '2026-01-01T00:00:00.000Z') =>
  `<Part><PartNumber>${number}</PartNumber><ETag>"e${number}"</ETag><LastModified>${arrived}</LastModified></Part>`;
const parts = (list: string) =>
  answer(`<ListPartsResult><IsTruncated>false</IsTruncated>${list}</ListPartsResult>`);
const upload = (id: string, begun: string, key = content.stagedKey) =>
  `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`;
const uploads = (list: string, more = '') =>
  answer(
    `<ListMultipartUploadsResult><IsTruncated>${more !== ''}</IsTruncated>${more}${list}</ListMultipartUploadsResult>`,
  );

// S3 responses as AWS documents them: the default test server lists neither parts nor uploads.
describe('multipart uploads on a store that lists them', () => {
  const storage = useStorage(startPlainStore);
  const aborted = () =>
    storage
      .proxy()
      .requests.filter(({ method }) => method === 'DELETE')
      .map(({ url }) => new URL(url, 'http://x').searchParams.get('uploadId'));

  it('resume with all uploaded parts, over several pages', async () => {
    const blobs = await storage.open();
    storage.proxy().control.fault = ({ url }) =>
      url.includes('part-number-marker=2')
        ? answer(`<ListPartsResult><IsTruncated>false</IsTruncated>${part(3)}</ListPartsResult>`)
        : answer(
            `<ListPartsResult><IsTruncated>true</IsTruncated><NextPartNumberMarker>2</NextPartNumberMarker>${part(1)}${part(2)}</ListPartsResult>`,
          );
    const tickets = await blobs.presignParts(content, 900, 'u1');
    assert.equal(tickets.uploadId, 'u1');
    assert.deepEqual(
      tickets.uploaded,
      [1, 2, 3].map((number) => ({ number, etag: `"e${number}"` })),
    );
    assert.match(tickets.urls[0] ?? '', /uploadId=u1/);
    assert.match(tickets.urls[0] ?? '', /X-Amz-SignedHeaders=content-length%3Bhost/);
  });

  it('start again if the store no longer has them', async () => {
    const blobs = await storage.open();
    storage.proxy().control.fault = ({ method }) =>
      method === 'GET'
        ? { status: 404, code: 'NoSuchUpload' }
        : answer('<InitiateMultipartUploadResult><UploadId>u2</UploadId></InitiateMultipartUploadResult>');
    const tickets = await blobs.presignParts(content, 900, 'u1');
    assert.equal(tickets.uploadId, 'u2');
    assert.deepEqual(tickets.uploaded, []);
  });

  it('are aborted on every page if unchanged since the cutoff', async () => {
    const blobs = await storage.open();
    const [old, young] = ['2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
    storage.proxy().control.fault = ({ method, url }) => {
      if (method === 'DELETE') return { status: url.includes('gone') ? 404 : 204, code: 'NoSuchUpload' };
      if (url.includes('list-type=2')) return answer('<ListBucketResult></ListBucketResult>');
      if (url.includes('uploadId=gone')) return { status: 404, code: 'NoSuchUpload' };
      if (url.includes('uploadId='))
        return parts(url.includes('uploadId=going') ? `${part(1, old)}${part(2, young)}` : part(1, old));
      if (!url.includes('prefix=staged')) return uploads('');
      const more = '<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>young</NextUploadIdMarker>';
      return url.includes('upload-id-marker=young')
        ? uploads(upload('gone', old))
        : uploads(
            `${upload('old', old)}${upload('going', old)}${upload('used', old, used.stagedKey)}${upload('young', young)}`,
            more,
          );
    };
    const isInUse = async (key: string) => key === used.stagedKey;
    assert.equal(await blobs.sweep('2026-02-01T00:00:00.000Z', isInUse), 2);
    assert.deepEqual(aborted(), ['old', 'gone']);
  });

  it('are aborted by their start time if the store cannot list parts', async () => {
    const blobs = await storage.open();
    storage.proxy().control.fault = ({ method, url }) => {
      if (method === 'DELETE') return { status: 204 };
      if (url.includes('list-type=2')) return answer('<ListBucketResult></ListBucketResult>');
      if (url.includes('uploadId=')) return { status: 501, code: 'NotImplemented' };
      return uploads(url.includes('prefix=staged') ? upload('old', '2026-01-01T00:00:00.000Z') : '');
    };
    assert.equal(await blobs.sweep('2026-02-01T00:00:00.000Z'), 1);
    assert.deepEqual(aborted(), ['old']);
  });

  it('and objects of others in the same bucket are never deleted, with any prefix', async () => {
    const old = '2026-01-01T00:00:00.000Z';
    const foreign = ['backups/a', 'tmp/report', 'staged/photo', 'staged/art_1/draft.txt', 'kept/art_1/a'];
    for (const prefix of ['', 'some/folder']) {
      storage.proxy().reset();
      const blobs = await storage.open({ prefix });
      const under = prefix === '' ? '' : `${prefix}/`;
      const object = (key: string) =>
        `<Contents><Key>${under}${key}</Key><LastModified>${old}</LastModified></Contents>`;
      const [own, probe] = [contentFor(randomBytes(9)), 'tmp/slipway-probe-1'];
      // A store that ignores the prefix lists everything.
      const all = [...foreign, own.stagedKey].map((key) => upload('u', old, `${under}${key}`));
      const objects = [...foreign, probe].map(object);
      storage.proxy().control.fault = ({ method, url }) => {
        if (method === 'DELETE') return { status: 204 };
        if (url.includes('uploadId=')) return parts('');
        if (!url.includes('list-type=2')) return uploads(all.join(''));
        const listedPrefix = new URL(url, 'http://x').searchParams.get('prefix') ?? '';
        const matching = objects.filter((xml) => xml.includes(`<Key>${listedPrefix}`));
        return answer(`<ListBucketResult>${matching.join('')}</ListBucketResult>`);
      };
      assert.equal(await blobs.sweep('2026-02-01T00:00:00.000Z'), 2);
      const removed = storage.proxy().requests.filter(({ method }) => method === 'DELETE');
      assert.deepEqual(
        removed.map(({ url }) => new URL(url, 'http://x').pathname),
        [own.stagedKey, probe].map((key) => `/artifacts/${under}${key}`),
      );
      assert.ok(
        storage
          .proxy()
          .requests.filter(({ method }) => method === 'GET')
          .every(({ url }) => !/prefix=(&|$)/.test(url)),
        'nothing is listed without a prefix of its own',
      );
    }
  });

  it('that cannot be joined are refused with the reason; those already joined succeed', async () => {
    const blobs = await storage.open();
    const join = () => blobs.completeParts(content, 'u1', ['"e1"']);
    await assert.rejects(blobs.completeParts(content, 'u1', []), {
      code: 'uploads-incomplete',
      faults: [{ pointer: '/etags/0', code: 'missing', detail: 'The ETag of part 1 is missing.' }],
    });
    storage.proxy().control.fault = () => ({ status: 400, code: 'InvalidPart' });
    await assert.rejects(join(), { code: 'uploads-incomplete', message: /InvalidPart/ });
    storage.proxy().control.fault = ({ method }) =>
      method === 'POST' ? { status: 404, code: 'NoSuchUpload' } : {};
    await assert.rejects(join(), { code: 'uploads-incomplete' });
    storage.store().place(content.stagedKey, randomBytes(100));
    await join();
  });

  it('may be many without blocking others', async () => {
    const blobs = await storage.open();
    storage.proxy().control.fault = () =>
      answer('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>');
    const large = { ...content, sizeBytes: 300 * 16 * 1024 * 1024 };
    await blobs.presignParts(large, 900, undefined);
    // Counts event loop turns in between.
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const { urls } = await blobs.presignParts(large, 900, undefined);
    isOver = true;
    assert.equal(urls.length, 300);
    assert.ok(turns > 10, `others had ${turns} turns`);
  });
});
