import type { ApiRoute, Values } from './api-route.ts';
import type { Publisher } from './publisher.ts';

const rolling = async (app: Publisher): Promise<Values> => {
  await app.publish({ version: '1.0.0' });
  const next = await app.draft({ version: '2.0.0' });
  await app.uploaded(await app.declare(next));
  await app.client.planRollout(app.slug, next.id, { steps: [{ percent: 1 }] });
  await app.client.publishRelease(app.slug, next.id);
  return { id: next.id };
};

/** The calls to control a rollout and to report on it. */
export const rolloutRoutes: ApiRoute[] = [
  {
    method: 'PUT',
    template: '/v1/apps/{app}/releases/{id}/rollout',
    scope: 'publish',
    status: 200,
    body: () => ({ steps: [{ percent: 2 }] }),
    prepare: rolling,
  },
  {
    method: 'GET',
    template: '/v1/apps/{app}/releases/{id}/rollout',
    scope: 'read',
    status: 200,
    prepare: rolling,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/rollout/simulate',
    scope: 'read',
    status: 200,
    body: () => ({ steps: [{ percent: 2 }] }),
    prepare: rolling,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/rollout/advance',
    scope: 'publish',
    status: 200,
    body: () => ({ percent: 3 }),
    prepare: rolling,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/rollout/pause',
    scope: 'publish',
    alsoScope: 'withdraw',
    status: 200,
    body: () => ({ reason: 'It crashes' }),
    prepare: rolling,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/rollout/resume',
    scope: 'publish',
    alsoScope: 'withdraw',
    status: 200,
    body: () => ({}),
    prepare: rolling,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/rollout/complete',
    scope: 'publish',
    status: 200,
    prepare: rolling,
  },
  {
    method: 'POST',
    template: '/v1/apps/{app}/releases/{id}/health',
    scope: 'report',
    status: 200,
    body: () => ({ good: 1, bad: 0 }),
    prepare: rolling,
  },
  { method: 'GET', template: '/v1/apps/{app}/rollouts', scope: 'read', status: 200 },
];
