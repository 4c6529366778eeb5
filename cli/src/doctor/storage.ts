import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, PresignResponse } from '@slipway/api';
import { defaultContinueMs, putFile } from '../net/put-file.ts';
import { unreachableFailure } from '../net/unreachable.ts';
import { toUploadFailure } from '../publish/upload/upload-error.ts';
import { type Finding, findingFromError, good } from './finding.ts';

/* Only an upload proves that uploads work, so this sends a small file to a temporary draft. */

const probeBytes = Buffer.from('slipway doctor\n');

const upload = async ({ uploadUrl, headers }: PresignResponse, signal: AbortSignal): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-doctor-'));
  try {
    const path = join(folder, 'probe');
    await writeFile(path, probeBytes);
    const file = await open(path, 'r');
    try {
      const length = probeBytes.length;
      const answer = await putFile({
        url: uploadUrl,
        headers,
        file,
        start: 0,
        length,
        signal,
        continueMs: defaultContinueMs,
        onBytes: () => {},
      }).catch((error: unknown) => {
        throw unreachableFailure(new URL(uploadUrl).origin, error);
      });
      if (answer.status >= 300) throw toUploadFailure(answer, 'a test file').failure;
    } finally {
      await file.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Declares, uploads, and deletes a few bytes. */
export const examineStorage = async (
  client: Client,
  where: { app: string; channel: string },
  signal: AbortSignal,
): Promise<Finding> => {
  const version = `0.0.0-doctor.${randomBytes(6).toString('hex')}`;
  const { app, channel } = where;
  try {
    const { release } = await client.createRelease(app, {
      version,
      channel,
      notes: 'Test upload by `slipway doctor`.',
    });
    try {
      const answer = await client.presignArtifact(app, {
        version,
        channel,
        target: 'doctor-probe',
        format: '.txt',
        size: probeBytes.length,
        sha256: createHash('sha256').update(probeBytes).digest('hex'),
      });
      await upload(answer, signal);
      return good('storage', `Uploaded and deleted a test file on ${new URL(answer.uploadUrl).host}.`);
    } finally {
      await client.deleteRelease(app, release.id);
    }
  } catch (error) {
    return findingFromError('storage', error);
  }
};
