import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDeclaring } from '../declaring.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import type { World } from '../world.ts';

const gibibyte = 2 ** 30;

/** Spec 2.4 and its rows of 8: each field of an artifact, accepted at its limit and rejected above it. */
export const artifactSection = (world: World): void => {
  const { presign, declare, accepted } = createDeclaring(world);

  describe('2.4 Artifact', () => {
    for (const field of ['version', 'target', 'format', 'size', 'sha256']) {
      test(`${field}: required`, async () => assertInvalid(await declare({ [field]: undefined }), field));
    }

    const bounds: [string, unknown][] = [
      ['target', 'x'],
      ['target', `T${'x'.repeat(127)}`],
      ['target', 'darwin-aarch64_v2.5'],
      ['format', '.a'],
      ['format', `.${'f'.repeat(64)}`],
      ['format', '.app.tar.gz'],
      ['format', '.A_b-c+1'],
      ['size', 1],
      ['size', 5 * gibibyte],
      ['sha256', 'a'.repeat(64)],
      ['signature', null],
      ['signature', 's'.repeat(32_768)],
      ['signature', 'é'.repeat(16_384)],
      ['contentType', 'a/b'],
      ['contentType', `application/${'x'.repeat(188)}`],
      ['contentType', 'text/plain; charset=utf-8'],
    ];
    test('null for an optional field means its default', async () => {
      const body = { channel: null, signature: null, contentType: null, parts: null };
      const artifact = await accepted(body);
      assert.deepEqual([artifact.signature, artifact.contentType], [null, null]);
    });
    for (const [field, value] of bounds) {
      test(`${field}: ${String(value).slice(0, 24)} (${String(value).length}) is accepted`, async () => {
        const artifact: Record<string, unknown> = await accepted({ [field]: value });
        assert.equal(artifact[field], value);
      });
    }

    const beyond: [string, string, unknown][] = [
      ['target', 'empty', ''],
      ['target', 'of 129 characters', 'x'.repeat(129)],
      ['target', 'with a slash', 'linux/x86_64'],
      ['target', 'with a space', 'linux x86_64'],
      ['target', 'with a plus', 'linux+x86_64'],
      ['target', 'with a percent sign', 'linux%20'],
      ['target', 'with a letter outside ASCII', 'línux'],
      ['target', 'ending with a newline', 'linux\n'],
      ['target', 'that is a number', 64],
      ['format', 'empty', ''],
      ['format', 'without the dot', 'zip'],
      ['format', 'with 65 characters after the dot', `.${'f'.repeat(65)}`],
      ['format', 'with a slash', '.tar/gz'],
      ['format', 'with a quote', '.e"xe'],
      ['format', 'with a space', '.e xe'],
      ['format', 'with a letter outside ASCII', '.zíp'],
      ['format', 'ending with a newline', '.zip\n'],
      ['format', 'that is null', null],
      ['size', 'of 0', 0],
      ['size', 'below 0', -1],
      ['size', 'that is no integer', 1.5],
      ['size', 'written as text', '5'],
      ['size', 'that is null', null],
      ['size', 'that is true', true],
      ['sha256', 'of 63 characters', 'a'.repeat(63)],
      ['sha256', 'of 65 characters', 'a'.repeat(65)],
      ['sha256', 'that is not hexadecimal', 'g'.repeat(64)],
      ['sha256', 'followed by a newline', `${'a'.repeat(64)}\n`],
      ['sha256', 'that is empty', ''],
      ['sha256', 'that is null', null],
      ['signature', 'of 32,769 bytes', 's'.repeat(32_769)],
      ['signature', 'of 16,385 characters in 32,770 bytes', 'é'.repeat(16_385)],
      ['signature', 'that is a number', 5],
      ['contentType', 'without a slash', 'application'],
      ['contentType', 'of 201 characters', `application/${'x'.repeat(189)}`],
      ['contentType', 'with a newline', 'text/plain\nx: y'],
      ['contentType', 'with a tab', 'text/\tplain'],
      ['contentType', 'with a letter outside ASCII', 'text/pláin'],
      ['contentType', 'that is a number', 5],
      ['channel', 'that is a number', 5],
      ['version', 'that is a number', 1],
      ['version', 'of 129 characters', '1'.repeat(129)],
    ];
    for (const [field, what, value] of beyond) {
      test(`${field}: one ${what} is refused`, async () =>
        assertInvalid(await declare({ [field]: value }), field));
    }

    test('size: one byte over the deployment artifact limit of 5 GiB is too large', async () => {
      assertProblem(await declare({ size: 5 * gibibyte + 1 }), 413, 'artifact-too-large');
    });

    test('one response names all invalid fields', async () => {
      const all = { version: '', target: '/', format: 'x', size: 0, sha256: 'x', signature: 1 };
      assertInvalid(
        await presign({ ...all, channel: 1, contentType: 'x' }),
        ...['version', 'target', 'format', 'size', 'sha256', 'signature', 'channel', 'contentType'],
      );
    });
  });
};
