import { openProxiedStage } from '../stage.ts';

export const openAcmeStage = async () => {
  const stage = await openProxiedStage();
  await stage.service.client.createApp({ slug: 'acme', adapter: 'rest' });
  return stage;
};

export const publish = (version: string, targets: string[], more: string[] = []) => [
  'publish',
  '--app',
  'acme',
  '--release',
  version,
  ...targets.flatMap((target) => ['--target', target]),
  '--allow',
  'target-dropped',
  ...more,
];
