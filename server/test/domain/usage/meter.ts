import { admin, createWorld } from '../world.ts';

export const what = { app: 'hello', releaseId: 'rel_1', target: 'linux' };

export const start = async () => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: 'hello' }, admin);
  return world;
};
