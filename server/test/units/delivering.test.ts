import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Download } from '../../src/domain/downloading.ts';
import type { ByteRange } from '../../src/domain/ports/blobs.ts';
import { deliverArtifact } from '../../src/http/answer/deliver-artifact.ts';

type DeliveryCall = Parameters<typeof deliverArtifact>[0];

/** Delivers ranges of an artifact of 5 GiB; tells what was answered, opened and counted. */
const deliver = async (range: string, canRead: boolean, method = 'GET') => {
  const seen = { status: 0, opened: [] as readonly ByteRange[], answers: [] as string[], downloads: 0 };
  const download = {
    app: { slug: 'hello' },
    release: { id: 'rel_1' },
    artifact: { sizeBytes: 5 * 1024 ** 3, sha256: 'a'.repeat(64), target: 'linux-x86_64' },
    fileName: 'hello.AppImage',
    canRead: () => canRead,
    open: async (ranges: readonly ByteRange[]) => {
      seen.opened = ranges;
      return {};
    },
  } as unknown as Download;
  const headers = { range };
  const call = {
    request: { method, headers, raw: { method, headers }, log: { debug: () => {} } },
    reply: {
      hijack: () => {},
      raw: {
        end: () => {},
        writeHead: (status: number) => {
          seen.status = status;
        },
      },
    },
    metrics: { severalRanges: (answer: string) => seen.answers.push(answer), delivered: () => {} },
    verbs: {
      downloading: { demandAllowance: async () => {} },
      metering: {
        countBytes: () => {},
        countDownload: () => {
          seen.downloads += 1;
        },
      },
    },
    sender: { send: async ({ onComplete }: { onComplete(): void }) => onComplete() },
  } as unknown as DeliveryCall;
  await deliverArtifact(call, download);
  return seen;
};

const last = 5 * 1024 ** 3 - 1;
const whole = [{ start: 0, end: last }];

describe('a request for several ranges', () => {
  test('is answered in parts where the storage can read them, and counted as a download by the last byte', async () => {
    const ranges = [
      { start: 0, end: 1 },
      { start: 9, end: 9 },
    ];
    const amid = await deliver('bytes=0-1,9-9', true);
    assert.deepEqual(amid, { status: 206, opened: ranges, answers: ['parts'], downloads: 0 });
    assert.equal((await deliver('bytes=0-1,-1', true)).downloads, 1);
  });

  test('is answered with the whole file where that would cost too much, or where they overlap', async () => {
    const answered = { status: 200, opened: whole, answers: ['whole'], downloads: 1 };
    assert.deepEqual(await deliver('bytes=0-1,9-9', false), answered);
    assert.deepEqual(await deliver('bytes=0-9,9-9', true), answered);
  });

  test('by HEAD opens nothing and is not counted', async () => {
    const head = await deliver('bytes=0-1,9-9', true, 'HEAD');
    assert.deepEqual(head, { status: 200, opened: [], answers: [], downloads: 0 });
  });

  test('of which one lies inside is one range', async () => {
    const { status, opened, answers } = await deliver(`bytes=5-6,${last + 1}-`, false);
    assert.deepEqual([status, opened, answers], [206, [{ start: 5, end: 6 }], []]);
  });
});
