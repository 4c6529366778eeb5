import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Parts, type PresignResponse, ProblemError } from '@slipway/api';
import { createSemaphore } from '@slipway/core/semaphore.ts';
import { partsFromBytes } from '@slipway/core/upload-steps.ts';
import {
  ConnectionLostError,
  type PutRequest,
  type PutResponse,
  UnreadableFileError,
} from '../../src/upload/put.ts';
import {
  type BlockedUpload,
  type RefusedUpload,
  type TransferOptions,
  transfer,
} from '../../src/upload/transfer.ts';

/* Uploads of one file over connections that fail in every way. */

const partSize = 16 * 1024 ** 2;
const large = { size: partsFromBytes + 5 } as Blob;
const blob = (size: number): Blob =>
  ({
    size,
    slice: (start = 0, end = size) => blob(Math.min(end, size) - start),
    arrayBuffer: async () => new ArrayBuffer(size),
  }) as Blob;
const small = blob(1000);
const big = blob(large.size);

interface Stage {
  line: TransferOptions;
  puts: string[];
  waits: number[];
  sent: number[];
  completed: string[][];
  presigned: boolean[];
  stop: AbortController;
}

const answerOf = (parts: Parts | undefined, uploadedAt: string | null = null): PresignResponse =>
  ({
    artifact: { uploadedAt },
    uploadUrl: 'https://storage.test/whole',
    headers: { 'x-amz-checksum-sha256': 'x' },
    ...(parts === undefined ? {} : { parts }),
  }) as unknown as PresignResponse;

const good: PutResponse = { status: 200, etag: '"e"', text: '' };

/** A fake storage; `put` gets the number of the PUT. */
const stageOf = (
  put: (turn: number, request: PutRequest) => PutResponse | Error,
  uploaded: Parts['uploaded'] = [],
): Stage => {
  const stop = new AbortController();
  const stage: Omit<Stage, 'line'> = { puts: [], waits: [], sent: [], completed: [], presigned: [], stop };
  const urls = Array.from(
    { length: Math.ceil(big.size / partSize) },
    (_, at) => `https://storage.test/${at + 1}`,
  );
  const storedParts = [...uploaded];
  const line: TransferOptions = {
    presign: async (parts) => {
      stage.presigned.push(parts);
      return answerOf(parts ? { uploadId: 'u', partSize, urls, uploaded: [...storedParts] } : undefined);
    },
    complete: async (_, etags) => stage.completed.push(etags),
    put: async (request) => {
      stage.puts.push(request.url);
      const answer = put(stage.puts.length, request);
      if (answer instanceof Error) throw answer;
      request.onSent(request.body.size);
      const number = Number(request.url.split('/').at(-1));
      if (answer.status === 200 && Number.isInteger(number))
        storedParts.push({ number, etag: `"${number}"` });
      return answer.etag === '"e"' && Number.isInteger(number) ? { ...answer, etag: `"${number}"` } : answer;
    },
    sleep: async (ms) => void stage.waits.push(ms),
    semaphore: createSemaphore(3),
    signal: stop.signal,
    onSent: (bytes) => void stage.sent.push(bytes),
  };
  return { ...stage, line };
};

describe('a small file', () => {
  test('is sent in one request', async () => {
    const stage = stageOf(() => good);
    await transfer(stage.line, small);
    assert.deepEqual(
      [stage.puts, stage.presigned, stage.sent.at(-1)],
      [['https://storage.test/whole'], [false], 1000],
    );
  });

  test('is not sent if it is already uploaded', async () => {
    const stage = stageOf(() => good);
    stage.line.presign = async () => answerOf(undefined, '2026-11-16T00:00:00Z');
    await transfer(stage.line, small);
    assert.deepEqual([stage.puts, stage.sent], [[], [1000]]);
  });

  test('gets a new presigned URL when the old one has expired', async () => {
    const expired = { status: 403, etag: null, text: '<Error><Code>AccessDenied</Code></Error>' };
    const stage = stageOf((turn) => (turn === 1 ? expired : good));
    await transfer(stage.line, small);
    assert.equal(stage.presigned.length, 2);
  });

  test('that changed meanwhile is not retried', async () => {
    const differs = {
      status: 400,
      etag: null,
      text: '{"code":"upload-hash-differs","detail":"Other bytes."}',
    };
    const stage = stageOf(() => differs);
    await assert.rejects(
      transfer(stage.line, small),
      (error: RefusedUpload) => error.code === 'upload-hash-differs',
    );
    assert.equal(stage.puts.length, 1);
  });

  test('is retried while the storage is unavailable, then fails with its last error', async () => {
    const stage = stageOf(() => ({ status: 503, etag: null, text: '<Code>SlowDown</Code>' }));
    await assert.rejects(transfer(stage.line, small), (error: RefusedUpload) => error.code === 'SlowDown');
    assert.deepEqual([stage.puts.length, stage.waits.length], [8, 7]);
  });

  test('waits as long as the server asks', async () => {
    const stage = stageOf(() => good);
    const { presign } = stage.line;
    stage.line.presign = async (parts) => {
      if (stage.waits.length === 0) throw new ProblemError(503, undefined, '30');
      return presign(parts);
    };
    await transfer(stage.line, small);
    assert.deepEqual(stage.waits, [30_000]);
  });

  test('is reported as blocked if no request reaches the storage (CORS)', async () => {
    const stage = stageOf(() => new ConnectionLostError(0));
    await assert.rejects(
      transfer(stage.line, small),
      (error: BlockedUpload) => error.origin === 'https://storage.test',
    );
    assert.equal(stage.puts.length, 3);
  });

  test('that changed since the drop fails immediately, without retries', async () => {
    const stage = stageOf(() => new ConnectionLostError(500));
    const unreadable = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
    const changed = { ...small, slice: () => ({ ...small, arrayBuffer: unreadable }) } as Blob;
    await assert.rejects(transfer(stage.line, changed), UnreadableFileError);
    assert.deepEqual([stage.puts.length, stage.waits], [1, []]);
  });
});

describe('a large file', () => {
  test('is sent in parts, which are completed in order', async () => {
    const stage = stageOf(() => good);
    await transfer(stage.line, big);
    assert.deepEqual(stage.completed, [['"1"', '"2"', '"3"', '"4"', '"5"']]);
    assert.equal(stage.sent.at(-1), big.size);
    assert.deepEqual(stage.presigned, [true]);
  });

  test('resumes with the missing parts', async () => {
    const uploaded = [1, 2, 4].map((number) => ({ number, etag: `"${number}"` }));
    const stage = stageOf(() => good, uploaded);
    await transfer(stage.line, big);
    assert.deepEqual(stage.puts.sort(), ['https://storage.test/3', 'https://storage.test/5']);
    assert.deepEqual(stage.completed, [['"1"', '"2"', '"3"', '"4"', '"5"']]);
    assert.equal(stage.sent[0], partSize);
  });

  test('repeats a part, not the whole file, when the connection is lost', async () => {
    const stage = stageOf((turn) => (turn === 3 ? new ConnectionLostError(100) : good));
    await transfer(stage.line, big);
    assert.equal(stage.completed.length, 1);
    assert.ok(stage.puts.length <= 7, `${stage.puts.length} puts`);
  });

  test('works if the bucket does not expose ETags', async () => {
    const stage = stageOf(() => ({ ...good, etag: null }));
    await transfer(stage.line, big);
    assert.deepEqual(stage.completed, [['"1"', '"2"', '"3"', '"4"', '"5"']]);
    assert.deepEqual(stage.presigned, [true, true]);
  });

  test('is not reported as blocked once bytes were sent', async () => {
    const stage = stageOf((turn) => (turn > 2 && turn < 9 ? new ConnectionLostError(0) : good));
    await transfer(stage.line, big);
    assert.equal(stage.completed.length, 1);
  });

  test('stops on abort', async () => {
    const stage = stageOf((turn) => {
      if (turn === 2) stage.stop.abort(new Error('paused'));
      return good;
    });
    await assert.rejects(transfer(stage.line, big), /paused/);
    assert.deepEqual(stage.completed, []);
  });
});
