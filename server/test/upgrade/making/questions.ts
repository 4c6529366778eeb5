import type { Question } from '../recording.ts';
import { hostOf, type World } from './world.ts';

/*
 * Requests that prove that a deployment lost nothing. Values that change with requests (usage, the last use of keys)
 * come first. Decisions that changed since are left out: a client `V1.0.0` is now offered `V2.0.0`.
 */

const asAdmin = (path: string): Question => ({ path, key: 'admin' });

const manage = (app: string): Question[] => [
  asAdmin(`/v1/apps/${app}/keys`),
  asAdmin(`/v1/apps/${app}/usage?from=2026-05-20&to=2026-06-02`),
  asAdmin(`/v1/apps/${app}`),
  asAdmin(`/v1/apps/${app}/channels`),
  asAdmin(`/v1/apps/${app}/domains`),
  asAdmin(`/v1/apps/${app}/releases?limit=100`),
  asAdmin(`/v1/apps/${app}/audit?limit=100`),
];

const releasesOf = ({ releases }: World): Question[] =>
  Object.entries(releases).map(([name, id]) => asAdmin(`/v1/apps/${name.split(' ')[0]}/releases/${id}`));

const keys = ({ secrets }: World): Question[] =>
  Object.keys(secrets).flatMap((key) =>
    ['/v1/apps', '/v1/apps/atlas', '/v1/apps/borealis', '/v1/apps/atlas/keys'].map((path) => ({ path, key })),
  );

const explain = (app: string, query: string): Question =>
  asAdmin(`/v1/apps/${app}/explain?channel=stable&${query}`);

const checks = (host: string, asked: readonly string[]): Question[] =>
  asked.map((path) => ({ host, path: `/releases/${path}` }));

const atlas = hostOf('atlas ');
const borealis = hostOf('borealis ');

const atlasChecks = [
  'stable/linux/x86_64/1.0.0',
  'stable/linux-x86_64/x86_64/2.4.9',
  'stable/linux/x86_64/2.5.0',
  'stable/linux/x86_64/v2.5.0',
  'stable/darwin/aarch64/1.0.0',
  'stable/windows/x86_64/0.0.1',
  'stable/darwin/x86_64/1.0.0',
  'beta/linux/x86_64/2.5.0',
  'beta/linux/x86_64/2.6.0',
  'nightly/linux/x86_64/0.1.0',
  'nowhere/linux/x86_64/0.1.0',
];

const publicPages = (host: string, slug: string): Question[] =>
  [
    'latest',
    'latest?channel=beta',
    'latest?target=linux-x86_64',
    'releases',
    'releases?channel=stable&limit=2',
  ]
    .map((rest) => `/releases/v1/apps/${slug}/${rest}`)
    .map((path) => ({ host, path }));

const downloads = ({ releases }: World): Question[] =>
  Object.entries(releases).flatMap(([name, id]) =>
    ['linux-x86_64', 'darwin-aarch64', 'windows-x86_64'].map((target) => ({
      host: hostOf(name),
      path: `/releases/download/${id}/${target}`,
    })),
  );

const parts = ({ releases }: World): Question[] => {
  const path = `/releases/download/${releases['atlas 2.5.0']}/linux-x86_64`;
  return ['bytes=0-9', 'bytes=-7', 'bytes=9999-'].map((range) => ({ host: atlas, path, headers: { range } }));
};

export const questionsFor = (world: World): Question[] => [
  ...['atlas', 'borealis', 'capped', 'phoenix'].flatMap(manage),
  ...releasesOf(world),
  ...keys(world),
  explain('atlas', 'target=linux&arch=x86_64&currentVersion=1.0.0'),
  explain('atlas', 'target=darwin&arch=aarch64&currentVersion=2.5.0'),
  explain('borealis', 'target=linux&arch=x86_64&currentVersion=2.0.5'),
  ...checks(atlas, atlasChecks),
  ...checks('updates.atlas-editor.example', ['stable/linux/x86_64/1.0.0', 'stable/darwin/aarch64/1.0.0']),
  ...checks(borealis, ['stable/linux/x86_64/2.0.5', 'stable/linux/x86_64/2.1.0']),
  ...checks('ashes.updates.example', ['stable/linux/x86_64/1.0.0']),
  ...publicPages(atlas, 'atlas'),
  ...publicPages('updates.atlas-editor.example', 'atlas'),
  ...publicPages(borealis, 'northern-lights'),
  ...publicPages('phoenix.updates.example', 'phoenix'),
  ...downloads(world),
  ...parts(world),
];
