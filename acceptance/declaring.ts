import assert from 'node:assert/strict';
import type { Artifact } from '@slipway/api';
import { createPublisher, declarationOf } from './publisher.ts';
import { lazily, unique, type World } from './world.ts';

/** An app with a draft, and helpers to declare its artifacts. */
export const createDeclaring = (world: World) => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    await app.draft({ version: '1.0.0' });
    return app;
  });
  const presign = async (body: unknown) => (await shared()).call('POST', '/artifacts/presign', body);

  /** A valid declaration with changes; undefined removes a field. */
  const declare = (change: Record<string, unknown>) =>
    presign({ ...declarationOf('1.0.0', { target: unique('t') }), ...change });

  const accepted = async (change: Record<string, unknown>): Promise<Artifact> => {
    const answer = await declare(change);
    assert.equal(answer.status, 201, answer.text);
    return answer.json<{ artifact: Artifact }>().artifact;
  };

  return { shared, presign, declare, accepted };
};
