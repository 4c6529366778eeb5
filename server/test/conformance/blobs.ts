import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Content, contentOf, keptPrefix, stagedPrefix } from '../../src/domain/artifact.ts';
import type { Blobs, ByteRange, PartTickets, UploadTicket, Verified } from '../../src/domain/ports/blobs.ts';

/*
 * What every storage promises, in the words of the port. A storage's own test is a way to open it and one call; each
 * test here ends with the storage empty, temporary files and uploads in parts included.
 */

/** A storage under test and the doors that only a test has. */
export interface BlobsHarness {
  blobs: Blobs;
  /** PUTs a body; resolves with the ETag, rejects when the storage refuses it. */
  put(url: string, headers: Record<string, string>, body: Uint8Array): Promise<string>;
  /** Changes stored bytes behind the storage's back. */
  overwrite(key: string, bytes: Uint8Array): Promise<void>;
  /** Everything that the storage holds, under whatever name. */
  leftovers(): Promise<string[]>;
  /** Lets so much time go by for upload addresses. */
  elapse(seconds: number): Promise<void>;
  close(): Promise<void>;
}

const ttl = 900;
const farPast = '2000-01-01T00:00:00.000Z';
const farFuture = '2999-01-01T00:00:00.000Z';
const instantShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Content as the domain would name it, with an id of its own. */
export const contentFor = (bytes: Uint8Array): Content =>
  contentOf({
    id: `art_${randomBytes(12).toString('hex')}`,
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
    contentType: 'application/gzip',
  });

const verified = async (blobs: Blobs, content: Content): Promise<Verified> => {
  const found = await blobs.verify(content);
  assert.ok(typeof found === 'object', `verify found: ${JSON.stringify(found)}`);
  return found;
};

const keep = async (blobs: Blobs, content: Content) => blobs.keep(content, await verified(blobs, content));

const listed = async (blobs: Blobs, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of blobs.list(prefix)) keys.push(key);
  return keys.sort();
};

const damaged = { name: 'Refusal', code: 'artifact-damaged' };
const incomplete = { name: 'Refusal', code: 'uploads-incomplete' };

/** Runs every promise of the port against one kind of storage. */
export const blobsConformance = (name: string, open: () => Promise<BlobsHarness>): void => {
  describe(`blobs: ${name}`, () => {
    let harness: BlobsHarness;
    let blobs: Blobs;
    const used = new Set<Content>();

    const content = (bytes: Uint8Array): Content => {
      const made = contentFor(bytes);
      used.add(made);
      return made;
    };
    const putTicket = ({ url, headers }: UploadTicket, bytes: Uint8Array) => harness.put(url, headers, bytes);
    const upload = async (bytes: Uint8Array): Promise<Content> => {
      const made = content(bytes);
      await putTicket(await blobs.presign(made, ttl), bytes);
      return made;
    };
    const uploadAndKeep = async (bytes: Uint8Array) => {
      const made = await upload(bytes);
      return { made, kept: await keep(blobs, made) };
    };
    const readAll = async (
      made: Content,
      kept: { store: string; seal: string },
      range: ByteRange,
      max = 65536,
    ) => {
      const reader = await blobs.open(made, kept, range);
      const pieces: Buffer[] = [];
      for (let piece = await reader.next(max); piece !== undefined; piece = await reader.next(max)) {
        assert.ok(
          piece.length > 0 && piece.length <= max,
          `a piece of ${piece.length} where ${max} were asked for`,
        );
        pieces.push(Buffer.from(piece));
      }
      await reader.close();
      return Buffer.concat(pieces);
    };
    const whole = (bytes: Uint8Array): ByteRange => ({ start: 0, end: bytes.length - 1 });

    before(async () => {
      harness = await open();
      blobs = harness.blobs;
    });
    afterEach(async () => {
      for (const { stagedKey, keptKey } of used) {
        await blobs.remove(stagedKey);
        await blobs.remove(keptKey);
      }
      used.clear();
      assert.deepEqual(await harness.leftovers(), [], 'something was left behind');
    });
    after(async () => {
      await blobs.close();
      await harness.close();
    });

    describe('upload', () => {
      it('takes the declared bytes at the signed address, more than once', async () => {
        const bytes = randomBytes(100_000);
        const made = content(bytes);
        assert.equal(await blobs.findUploaded(made), undefined);
        const ticket = await blobs.presign(made, ttl);
        assert.ok((await putTicket(ticket, bytes)).length > 0);
        await putTicket(ticket, bytes);
        assert.match((await blobs.findUploaded(made)) ?? '', instantShape);
        assert.deepEqual(await listed(blobs, keptPrefix), [], 'an upload never writes what is served');
      });

      it('names every header that the PUT must send and refuses it when one is missing or another', async () => {
        const bytes = randomBytes(1000);
        const ticket = await blobs.presign(content(bytes), ttl);
        assert.equal(ticket.headers['content-type'], 'application/gzip');
        assert.ok('x-amz-checksum-sha256' in ticket.headers);
        for (const missing of Object.keys(ticket.headers)) {
          const { [missing]: _, ...rest } = ticket.headers;
          await assert.rejects(harness.put(ticket.url, rest, bytes), `without ${missing}`);
          await assert.rejects(
            harness.put(ticket.url, { ...rest, [missing]: 'text/plain' }, bytes),
            `other ${missing}`,
          );
        }
        assert.deepEqual(await listed(blobs, stagedPrefix), []);
      });

      it('refuses a body that is longer or shorter than declared', async () => {
        const bytes = randomBytes(1000);
        const ticket = await blobs.presign(content(bytes), ttl);
        await assert.rejects(putTicket(ticket, randomBytes(1001)));
        await assert.rejects(putTicket(ticket, randomBytes(999)));
        assert.deepEqual(await listed(blobs, stagedPrefix), []);
      });

      it('refuses an address whose key was changed', async () => {
        const bytes = randomBytes(1000);
        const [one, two] = [content(bytes), content(bytes)];
        const { url, headers } = await blobs.presign(one, ttl);
        await assert.rejects(harness.put(url.replace(one.stagedKey, two.stagedKey), headers, bytes));
        await assert.rejects(harness.put(url.replace(one.stagedKey, two.keptKey), headers, bytes));
        assert.deepEqual(await listed(blobs, stagedPrefix), []);
      });

      it('refuses an address that has expired', async () => {
        const bytes = randomBytes(1000);
        const ticket = await blobs.presign(content(bytes), 1);
        await harness.elapse(2.1);
        await assert.rejects(putTicket(ticket, bytes));
        assert.deepEqual(await listed(blobs, stagedPrefix), []);
      });

      it('never verifies other bytes of the same length, whether it takes them or not', async () => {
        const made = content(randomBytes(1000));
        const ticket = await blobs.presign(made, ttl);
        const taken = await putTicket(ticket, randomBytes(1000)).then(
          () => true,
          () => false,
        );
        assert.equal(await blobs.verify(made), taken ? 'hash-differs' : 'missing');
      });
    });

    describe('verify and keep', () => {
      it('says what is wrong: missing, another size, another hash', async () => {
        const made = content(randomBytes(5000));
        assert.equal(await blobs.verify(made), 'missing');
        await harness.overwrite(made.stagedKey, randomBytes(4999));
        assert.equal(await blobs.verify(made), 'size-differs');
        assert.equal(await blobs.findUploaded(made), undefined, 'another size is no upload');
        await harness.overwrite(made.stagedKey, randomBytes(5000));
        assert.equal(await blobs.verify(made), 'hash-differs');
      });

      it('moves the verified bytes from the staged to the kept key', async () => {
        const bytes = randomBytes(3_000_000);
        const made = await upload(bytes);
        const proof = await verified(blobs, made);
        assert.match(proof.uploadedAt, instantShape);
        const kept = await blobs.keep(made, proof);
        assert.equal(kept.store, blobs.name);
        assert.deepEqual(await listed(blobs, stagedPrefix), []);
        assert.deepEqual(await listed(blobs, keptPrefix), [made.keptKey]);
        assert.deepEqual(await readAll(made, kept, whole(bytes)), bytes);
      });

      it('keeps twice with the same outcome, at once or after another', async () => {
        const bytes = randomBytes(5000);
        const made = await upload(bytes);
        const proof = await verified(blobs, made);
        const kept = await Promise.all([blobs.keep(made, proof), blobs.keep(made, proof)]);
        kept.push(await blobs.keep(made, proof));
        for (const one of kept) assert.deepEqual(await readAll(made, one, whole(bytes)), bytes);
      });

      it('goes on where an earlier try left off: the kept bytes are found, whatever is staged', async () => {
        const bytes = randomBytes(5000);
        const { made } = await uploadAndKeep(bytes);
        assert.match((await blobs.findUploaded(made)) ?? '', instantShape);
        const kept = await keep(blobs, made);
        assert.deepEqual(await readAll(made, kept, whole(bytes)), bytes);
        await harness.overwrite(made.stagedKey, randomBytes(5000));
        const again = await keep(blobs, made);
        assert.deepEqual(await readAll(made, again, whole(bytes)), bytes);
      });

      it('does not keep what was changed after it was verified', async () => {
        const made = await upload(randomBytes(5000));
        const proof = await verified(blobs, made);
        await harness.overwrite(made.stagedKey, randomBytes(5000));
        await assert.rejects(blobs.keep(made, proof), incomplete);
        assert.deepEqual(await listed(blobs, keptPrefix), []);
      });

      it('serves the kept bytes whatever an upload address that is still good writes', async () => {
        const bytes = randomBytes(5000);
        const made = content(bytes);
        const ticket = await blobs.presign(made, ttl);
        await putTicket(ticket, bytes);
        const kept = await keep(blobs, made);
        await putTicket(ticket, randomBytes(5000)).catch(() => {});
        assert.deepEqual(await readAll(made, kept, whole(bytes)), bytes);
      });
    });

    describe('open', () => {
      it('reads exactly the range, in pieces no larger than asked', async () => {
        const bytes = randomBytes(700_001);
        const { made, kept } = await uploadAndKeep(bytes);
        const last = bytes.length - 1;
        for (const [start, end, max] of [
          [0, last, 1_000_000],
          [0, 0, 10],
          [last, last, 65_536],
          [65_535, 65_536, 1],
          [100_000, 600_000, 100_000],
        ] as const) {
          const read = await readAll(made, kept, { start, end }, max);
          assert.equal(sha256Of(read), sha256Of(bytes.subarray(start, end + 1)), `bytes ${start} to ${end}`);
        }
      });

      it('serves many readers at once, each its own bytes', async () => {
        const one = await uploadAndKeep(randomBytes(400_000));
        const two = await uploadAndKeep(randomBytes(400_000));
        const reads = Array.from({ length: 20 }, async (_, index) => {
          const { made, kept } = index % 2 === 0 ? one : two;
          const max = index % 3 === 0 ? 262_144 : 65_536;
          assert.equal(sha256Of(await readAll(made, kept, { start: 0, end: 399_999 }, max)), made.sha256);
        });
        await Promise.all(reads);
      });

      it('can be closed before the end, and twice', async () => {
        const bytes = randomBytes(1_000_000);
        const { made, kept } = await uploadAndKeep(bytes);
        const reader = await blobs.open(made, kept, whole(bytes));
        await reader.next(1000);
        await reader.close();
        await reader.close();
      });

      it('refuses bytes that are not the kept ones, and bytes that are gone', async () => {
        const bytes = randomBytes(5000);
        const { made, kept } = await uploadAndKeep(bytes);
        await harness.overwrite(made.keptKey, randomBytes(5000));
        await assert.rejects(blobs.open(made, kept, whole(bytes)), damaged);
        await harness.overwrite(made.keptKey, randomBytes(4000));
        await assert.rejects(blobs.open(made, kept, { start: 0, end: 10 }), damaged);
        await blobs.remove(made.keptKey);
        await assert.rejects(blobs.open(made, kept, whole(bytes)), damaged);
      });

      it('never ends a reader short, even when the bytes are removed meanwhile', async () => {
        const bytes = randomBytes(2_000_000);
        const { made, kept } = await uploadAndKeep(bytes);
        const reader = await blobs.open(made, kept, whole(bytes));
        const pieces = [Buffer.from((await reader.next(65_536)) ?? [])];
        await blobs.remove(made.keptKey);
        const rest = async () => {
          for (let piece = await reader.next(65_536); piece !== undefined; piece = await reader.next(65_536))
            pieces.push(Buffer.from(piece));
          return sha256Of(Buffer.concat(pieces)) === made.sha256;
        };
        assert.equal(await rest().catch(() => true), true);
        await reader.close();
      });
    });

    describe('parts', () => {
      const bytes = randomBytes(16 * 1024 * 1024 + 12_345);
      const slices = (tickets: PartTickets) =>
        tickets.urls.map((_, n) =>
          bytes.subarray(n * tickets.partSizeBytes, (n + 1) * tickets.partSizeBytes),
        );

      it('takes an upload in parts, goes on after a break and joins them', async () => {
        const made = content(bytes);
        const begun = await blobs.presignParts(made, ttl, undefined);
        const [first, second] = slices(begun);
        assert.equal(begun.urls.length, 2);
        assert.deepEqual(begun.uploaded, []);
        assert.ok(first && second && begun.urls[0] && begun.urls[1]);
        const etag = await harness.put(begun.urls[0], {}, first);
        await assert.rejects(blobs.completeParts(made, begun.uploadId, [etag, etag]), incomplete);

        const resumed = await blobs.presignParts(made, ttl, begun.uploadId);
        assert.equal(resumed.uploadId, begun.uploadId);
        assert.deepEqual(resumed.uploaded, [{ number: 1, etag }]);
        const other = await harness.put(resumed.urls[1] ?? '', {}, second);
        await assert.rejects(blobs.completeParts(made, begun.uploadId, [other, etag]), incomplete);
        await blobs.completeParts(made, begun.uploadId, [etag, other]);
        await blobs.completeParts(made, begun.uploadId, [etag, other]);
        const kept = await keep(blobs, made);
        assert.equal(sha256Of(await readAll(made, kept, whole(bytes), 262_144)), made.sha256);
      });

      it('never verifies parts that together are other bytes, whether it joins them or not', async () => {
        const made = content(bytes);
        const begun = await blobs.presignParts(made, ttl, undefined);
        const etags: string[] = [];
        for (const [n, slice] of slices(begun).entries())
          etags.push(await harness.put(begun.urls[n] ?? '', {}, n === 1 ? randomBytes(slice.length) : slice));
        const joined = await blobs.completeParts(made, begun.uploadId, etags).then(
          () => true,
          (error) => assert.equal(error.code, incomplete.code),
        );
        assert.equal(await blobs.verify(made), joined ? 'hash-differs' : 'missing');
        await blobs.sweep(farFuture);
      });

      it('refuses a part of another length', async () => {
        const made = content(bytes);
        const { urls } = await blobs.presignParts(made, ttl, undefined);
        await assert.rejects(harness.put(urls[1] ?? '', {}, randomBytes(12_346)));
        await blobs.sweep(farFuture);
      });

      it('begins anew when the upload is not known, or is one of other bytes', async () => {
        const made = content(bytes);
        const begun = await blobs.presignParts(made, ttl, undefined);
        const foreign = await blobs.presignParts(content(randomBytes(10)), ttl, begun.uploadId);
        assert.notEqual(foreign.uploadId, begun.uploadId);
        await blobs.sweep(farFuture);
        const fresh = await blobs.presignParts(made, ttl, begun.uploadId);
        assert.notEqual(fresh.uploadId, begun.uploadId);
        assert.deepEqual(fresh.uploaded, []);
        await assert.rejects(blobs.completeParts(made, begun.uploadId, ['"a"', '"b"']), incomplete);
        await blobs.sweep(farFuture);
      });

      it('sweeps unfinished uploads that are older than the given moment, and only those', async () => {
        const begun = await blobs.presignParts(content(bytes), ttl, undefined);
        assert.equal(await blobs.sweep(farPast), 0);
        assert.equal(
          (await blobs.presignParts(content(bytes), ttl, undefined)).uploadId === begun.uploadId,
          false,
        );
        assert.equal(await blobs.sweep(farFuture), 2);
        assert.equal(await blobs.sweep(farFuture), 0);
      });
    });

    describe('housekeeping', () => {
      it('scrubs: true for good bytes, false for others and for none', async () => {
        const { made } = await uploadAndKeep(randomBytes(200_000));
        assert.equal(await blobs.scrub(made), true);
        await harness.overwrite(made.keptKey, randomBytes(200_000));
        assert.equal(await blobs.scrub(made), false);
        await blobs.remove(made.keptKey);
        assert.equal(await blobs.scrub(made), false);
      });

      it('lists the keys under a prefix with the moment they were written', async () => {
        const { made } = await uploadAndKeep(randomBytes(100));
        const staged = [await upload(randomBytes(100)), await upload(randomBytes(100))];
        assert.deepEqual(await listed(blobs, keptPrefix), [made.keptKey]);
        assert.deepEqual(await listed(blobs, stagedPrefix), staged.map(({ stagedKey }) => stagedKey).sort());
        const own = staged[0]?.stagedKey ?? '';
        assert.deepEqual(await listed(blobs, own.slice(0, own.lastIndexOf('/') + 1)), [own]);
        for await (const { writtenAt } of blobs.list(stagedPrefix)) assert.match(writtenAt, instantShape);
      });

      it('removes what is there and does not mind what is not', async () => {
        const made = await upload(randomBytes(100));
        await blobs.remove(made.stagedKey);
        await blobs.remove(made.stagedKey);
        assert.equal(await blobs.findUploaded(made), undefined);
      });

      it('answers a ping', async () => {
        await blobs.ping();
      });
    });
  });
};
