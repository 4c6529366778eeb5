import { createHash } from 'node:crypto';
import { type HttpReply, requestPort } from '../../../../lab/request.ts';
import type { Ask, MovableClock } from './older-service.ts';

/* Publishes like any publisher; each call advances the manual clock by a second, so that times differ. */

export interface Piece {
  target: string;
  bytes: Buffer;
  format?: string;
  signature?: string;
  contentType?: string;
  parts?: boolean;
}

export interface Draft {
  version: string;
  channel?: string;
  notes?: string;
  pubDate?: string;
}

export interface Ticket {
  uploadUrl: string;
  headers: Record<string, string>;
  parts?: { uploadId: string; urls: string[] };
}

const put = async (url: string, headers: Record<string, string>, bytes: Buffer): Promise<void> => {
  const { port, pathname, search, host } = new URL(url);
  const reply = await requestPort(Number(port), pathname + search, {
    method: 'PUT',
    host,
    headers,
    body: bytes,
  });
  if (reply.status !== 200) throw new Error(`the upload was refused: ${reply.status} ${reply.text()}`);
};

export const createPublisher = (send: Ask, adminKey: string, clock: MovableClock) => {
  const call = async (method: string, path: string, json?: unknown): Promise<HttpReply> => {
    clock.pass(1);
    const reply = await send({ method, path: `/v1/apps${path}`, json }, adminKey);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text()}`);
    return reply;
  };

  const draft = async (app: string, fields: Draft): Promise<string> =>
    (await call('POST', `/${app}/releases`, fields)).json<{ release: { id: string } }>().release.id;

  const declare = async (app: string, { version, channel }: Draft, piece: Piece): Promise<Ticket> => {
    const { bytes, format = '.bin', ...rest } = piece;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const json = { version, channel, format, size: bytes.length, sha256, ...rest };
    return (await call('POST', `/${app}/artifacts/presign`, json)).json<Ticket>();
  };

  const upload = async (app: string, fields: Draft, piece: Piece): Promise<void> => {
    const { uploadUrl, headers } = await declare(app, fields, piece);
    await put(uploadUrl, headers, piece.bytes);
  };

  /** The whole of spec 4.9; returns the release's ID. */
  const release = async (app: string, fields: Draft, pieces: readonly Piece[]): Promise<string> => {
    const id = await draft(app, fields);
    for (const piece of pieces) await upload(app, fields, piece);
    await call('POST', `/${app}/releases/${id}/publish`);
    return id;
  };

  const key = async (app: string, fields: object): Promise<{ id: string; secret: string }> => {
    const answer = (await call('POST', `/${app}/keys`, fields)).json<{
      key: { id: string };
      secret: string;
    }>();
    return { id: answer.key.id, secret: answer.secret };
  };

  return { call, draft, declare, upload, put, release, key };
};
export type Publisher = ReturnType<typeof createPublisher>;
