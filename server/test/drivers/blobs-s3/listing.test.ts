import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startPlainStore } from './plain-store.ts';
import { useStorage } from './storage.ts';

const answer = (body: string) => ({ status: 200, body });

describe('listing', () => {
  const storage = useStorage(startPlainStore);

  it('goes through every page', async () => {
    const blobs = await storage.open({ prefix: '/some/folder/' });
    const object = (name: string) =>
      `<Contents><Key>some/folder/kept/${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
    storage.proxy().control.fault = ({ url }) =>
      url.includes('continuation-token=more')
        ? answer(`<ListBucketResult><IsTruncated>false</IsTruncated>${object('b')}</ListBucketResult>`)
        : answer(
            `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>${object('a')}</ListBucketResult>`,
          );
    const found: { key: string; writtenAt: string }[] = [];
    for await (const entry of blobs.list('kept/')) found.push(entry);
    assert.deepEqual(found, [
      { key: 'kept/a', writtenAt: '2026-01-01T00:00:00.000Z' },
      { key: 'kept/b', writtenAt: '2026-01-01T00:00:00.000Z' },
    ]);
    assert.match(storage.proxy().requests[0]?.url ?? '', /prefix=some%2Ffolder%2Fkept%2F/);
  });
});
