import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import type { HttpReply } from '../../../lab/request.ts';
import {
  createPublisher,
  createTestApp,
  type Running,
  type StartOptions,
  startService,
  type TestApp,
} from '../harness.ts';

/* A server with a published release and a draft, and a way to verify that nothing changed. */

export interface Stage {
  service: Running;
  app: TestApp;
  publisher: ReturnType<typeof createPublisher>;
  publishedId: string;
  draftId: string;
  bytes: Buffer;
}

export const target = 'linux-x86_64';

/** Starts the stage once per test file and stops it afterwards. */
export const useStage = (options: StartOptions = {}): (() => Stage) => {
  let stage: Stage | undefined;
  before(async () => {
    const service = await startService(options);
    const app = await createTestApp(service);
    const publisher = createPublisher(service, app);
    const bytes = randomBytes(100_000);
    const publishedId = await publisher.release({ version: '1.0.0', notes: 'first' }, [{ target, bytes }]);
    const draftId = await publisher.draft({ version: '2.0.0' });
    await publisher.presign({ version: '2.0.0' }, { target, bytes });
    stage = { service, app, publisher, publishedId, draftId, bytes };
  });
  after(() => stage?.service.stop());
  return () => {
    if (stage === undefined) throw new Error('the stage is not set');
    return stage;
  };
};

/** All publisher-visible state of an app as text: equal texts mean that nothing changed. */
export const lookAt = async ({ service }: Pick<Stage, 'service'>, slug: string): Promise<string> => {
  const parts = ['', '/releases?limit=100', '/channels', '/domains', '/audit?limit=100'];
  const replies = await Promise.all(parts.map((part) => service.api(`/v1/apps/${slug}${part}`)));
  return replies.map((reply) => reply.text()).join('\n');
};

/** Asserts a problem response with this status and returns its code. */
export const problemCode = (reply: HttpReply, status: number): string => {
  assert.equal(reply.status, status, reply.text());
  assert.match(reply.headers['content-type'] ?? '', /^application\/problem\+json/);
  assert.equal(reply.headers['cache-control'], 'no-store');
  const problem = reply.json<{ code: string; status: number; title: string; detail: string; type: string }>();
  assert.equal(problem.status, status);
  for (const member of [problem.title, problem.detail, problem.type]) assert.ok(member.length > 0);
  assert.doesNotMatch(reply.text(), /at .*\.ts:\d+|node_modules|SQLITE|\/tmp\//, 'no insides are shown');
  return problem.code;
};

/** CPU milliseconds of this process since then: the server's, plus a little for the requests. */
export const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};
