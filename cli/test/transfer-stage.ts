import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ArtifactDeclaration, Client, PartsCompletion, PresignResponse } from '@slipway/api';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { createSemaphore } from '@slipway/core/semaphore.ts';
import type { Plan } from '../src/publish/plan/plan.ts';
import { type Digest, digestFile } from '../src/publish/upload/digest.ts';
import { transfer } from '../src/publish/upload/transfer.ts';
import { makeFolder } from './folder.ts';

/* A fake storage that fails on demand, which a real one rarely does. */

export const signal = new AbortController().signal;
export const partSize = 4;

export type Refuse = (request: IncomingMessage, response: ServerResponse) => boolean;

export const startStorage = async (t: TestContext, refuse: Refuse) => {
  const received = new Map<string, string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (refuse(request, response)) return;
      received.set(request.url ?? '', body);
      response.setHeader('etag', `"${body}"`).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

export const problem = (response: ServerResponse, status: number, code: string): boolean => {
  response.writeHead(status).end(JSON.stringify({ code, detail: code }));
  return true;
};

export interface Setup {
  refuse?: Refuse;
  content?: string;
  uploaded?: { number: number; etag: string }[];
  uploadedAt?: string;
  resumes?: boolean;
  partsOffered?: boolean;
  gateWidth?: number;
}

export const setUp = async (t: TestContext, setup: Setup) => {
  const { content = 'abcdefghij' } = setup;
  const folder = await makeFolder(t, { file: content });
  const path = join(folder, 'file');
  const storage = await startStorage(t, setup.refuse ?? (() => false));
  const declared: ArtifactDeclaration[] = [];
  const completed: PartsCompletion[] = [];
  const client = {
    presignArtifact: async (_app: string, body: ArtifactDeclaration) => {
      declared.push(body);
      const count = Math.ceil(content.length / partSize);
      const urls = Array.from({ length: count }, (_, index) => `${storage.url}/part/${index + 1}`);
      const parts = { uploadId: 'u', partSize, urls, uploaded: setup.uploaded ?? [] };
      return {
        artifact: { uploadedAt: setup.uploadedAt ?? null },
        uploadUrl: `${storage.url}/whole/${declared.length}`,
        headers: { 'x-sse': 'AES256' },
        ...(body.parts && setup.partsOffered !== false ? { parts } : {}),
      } as unknown as PresignResponse;
    },
    completeArtifact: async (_app: string, body: PartsCompletion) => {
      completed.push(body);
    },
  } as unknown as Client;
  const item = { target: 'l-x', path, format: '.bin', sizeBytes: content.length, facts: {} } as PlanItem;
  const plan = { app: 'acme', channel: 'stable', version: '1.0.0' } as Plan;
  const digest = await digestFile(path, { signal, onBytes: () => {} });
  const waits: string[] = [];
  const sent: number[] = [];
  const needs = {
    client,
    semaphore: createSemaphore(setup.gateWidth ?? 2),
    signal,
    resumes: setup.resumes ?? false,
    onSent: (_item: PlanItem, bytes: number) => sent.push(bytes),
    onWait: (_item: PlanItem, reason: string) => waits.push(reason),
  };
  const go = (used: Digest = digest) => transfer(needs, plan, { item, digest: used });
  return { go, path, storage, declared, completed, waits, sent, digest };
};
