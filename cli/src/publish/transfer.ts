import type { FileHandle } from 'node:fs/promises';
import type { ArtifactDeclaration, Client, Parts, PresignAnswer } from '@slipway/api';
import { Failure } from '../failure.ts';
import { patiently } from '../net/patience.ts';
import { FileShrank, type PutAnswer, type PutFile, putFile } from '../net/put-file.ts';
import { unreachableFailure } from '../net/unreachable.ts';
import { changedFailure, type Digest, openDigested } from './digest.ts';
import type { Gate } from './gate.ts';
import type { Plan, PlanItem } from './plan.ts';
import { judgeRefusal } from './upload-refusal.ts';

/*
 * One artifact from file to storage: declare, PUT, and again where that can help. A large file goes in parts, so
 * that a broken line, or Ctrl-C and another run, goes on with the parts that are missing; where the service gives
 * no parts it goes whole, from the start. A refused URL is asked for anew: the declaration stays the same, so
 * what has arrived stays too.
 */

/** From this size on a file goes in parts. */
const partsFromBytes = 64 * 1024 * 1024;
const attempts = 8;

export interface TransferNeeds {
  client: Client;
  gate: Gate;
  signal: AbortSignal;
  /** How many bytes of the file have arrived by now. */
  onSent(item: PlanItem, bytes: number): void;
  onWait(item: PlanItem, reason: string, waitMs: number): void;
}

/** Whether the bytes had to be sent, or were there already. */
export type Transferred = 'sent' | 'kept';

/** Another try cannot help; its cause says why. */
class Final extends Error {
  constructor(cause: unknown) {
    super('final', { cause });
  }
}

const declarationOf = (plan: Plan, item: PlanItem, digest: Digest): ArtifactDeclaration => ({
  version: plan.version,
  channel: plan.channel,
  target: item.target,
  format: item.format,
  size: digest.sizeBytes,
  sha256: digest.sha256,
  ...(item.signature === undefined || item.signature === '' ? {} : { signature: item.signature }),
});

const hostOf = (url: string): string => new URL(url).origin;

/** One PUT; throws what may be tried again as it is, and Final for what may not. */
const put = async (request: PutFile, path: string): Promise<PutAnswer> => {
  const answer = await putFile(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    throw error instanceof FileShrank
      ? new Final(changedFailure(path))
      : unreachableFailure(hostOf(request.url), error);
  });
  if (answer.status >= 200 && answer.status < 300) return answer;
  const verdict = judgeRefusal(answer, path);
  throw verdict.next === 'stop' ? new Final(verdict.failure) : verdict.failure;
};

interface Sending {
  needs: TransferNeeds;
  plan: Plan;
  item: PlanItem;
  digest: Digest;
  file: FileHandle;
}

const sendWhole = async (sending: Sending, { uploadUrl, headers }: PresignAnswer): Promise<void> => {
  const { needs, item, digest, file } = sending;
  let sent = 0;
  needs.onSent(item, 0);
  const request: PutFile = {
    url: uploadUrl,
    headers,
    file,
    start: 0,
    length: digest.sizeBytes,
    signal: needs.signal,
    onBytes: (count) => {
      sent += count;
      needs.onSent(item, sent);
    },
  };
  await needs.gate(() => put(request, item.path));
};

const sendParts = async (sending: Sending, parts: Parts): Promise<void> => {
  const { needs, plan, item, digest, file } = sending;
  const etags = new Map(parts.uploaded.map(({ number, etag }) => [number, etag]));
  const lengthOf = (number: number) =>
    Math.min(parts.partSize, digest.sizeBytes - (number - 1) * parts.partSize);
  let sent = [...etags.keys()].reduce((sum, number) => sum + lengthOf(number), 0);
  needs.onSent(item, sent);
  // The first failure stops the others: they would only fail later, or send in vain.
  const failed = new AbortController();
  const signal = AbortSignal.any([needs.signal, failed.signal]);
  const sendPart = async (number: number, url: string) => {
    signal.throwIfAborted();
    let ofPart = 0;
    const onBytes = (count: number) => {
      ofPart += count;
      sent += count;
      needs.onSent(item, sent);
    };
    const start = (number - 1) * parts.partSize;
    const request = { url, headers: {}, file, start, length: lengthOf(number), signal, onBytes };
    try {
      const answer = await put(request, item.path);
      etags.set(number, answer.etag ?? '');
    } catch (error) {
      sent -= ofPart;
      if (!failed.signal.aborted) failed.abort(error);
      throw error;
    }
  };
  const missing = parts.urls
    .map((url, index) => ({ url, number: index + 1 }))
    .filter(({ number }) => !etags.has(number));
  await Promise.allSettled(missing.map(({ number, url }) => needs.gate(() => sendPart(number, url))));
  needs.signal.throwIfAborted();
  if (failed.signal.aborted) throw failed.signal.reason;
  await needs.client.completeArtifact(plan.app, {
    version: plan.version,
    channel: plan.channel,
    target: item.target,
    uploadId: parts.uploadId,
    etags: parts.urls.map((_, index) => etags.get(index + 1) ?? ''),
  });
};

const sendOnce = async (sending: Sending, inParts: boolean): Promise<Transferred> => {
  const { needs, plan, item, digest } = sending;
  const declaration = declarationOf(plan, item, digest);
  const answer = await needs.client
    .presignArtifact(plan.app, inParts ? { ...declaration, parts: true } : declaration)
    .catch((error: unknown) => {
      // The client has its own patience; what it gives up on is final here.
      throw needs.signal.aborted ? error : new Final(error);
    });
  if (answer.artifact.uploadedAt !== null) return 'kept';
  if (answer.parts === undefined) await sendWhole(sending, answer);
  else await sendParts(sending, answer.parts);
  return 'sent';
};

/** Declares an artifact and brings its bytes to the storage, unless they are there. */
export const transfer = async (
  needs: TransferNeeds,
  plan: Plan,
  { item, digest }: { item: PlanItem; digest: Digest },
): Promise<Transferred> => {
  const file = await openDigested(item.path, digest);
  let failures = 0;
  try {
    return await patiently(
      {
        attempts,
        signal: needs.signal,
        again: (error) => error instanceof Failure,
        onWait: (error, waitMs) => needs.onWait(item, (error as Failure).message, waitMs),
      },
      async () => {
        const inParts = digest.sizeBytes >= partsFromBytes || failures > 0;
        failures += 1;
        return await sendOnce({ needs, plan, item, digest, file }, inParts);
      },
    );
  } catch (error) {
    throw error instanceof Final ? error.cause : error;
  } finally {
    await file.close();
  }
};
