import type { RolloutPlan } from '@slipway/api';
import { createPublisher } from './publisher.ts';
import type { World } from './world.ts';

/** An app whose 1.1.0 is for everyone, and 2.0.0 published with a rollout. */
export const rollOut = async (world: World, plan: RolloutPlan) => {
  const app = await createPublisher(world);
  await app.publish({ version: '1.1.0' });
  const draft = await app.draft({ version: '2.0.0' });
  await app.uploaded(await app.declare(draft));
  await app.client.planRollout(app.slug, draft.id, plan);
  await app.client.publishRelease(app.slug, draft.id);
  return { app, id: draft.id };
};
