import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { githubClaims, gitlabClaims, type OidcIssuer, startOidcIssuer } from '../../../lab/oidc-issuer.ts';
import { pack } from '../../scripts/pack.ts';
import { writeFiles } from '../folder.ts';
import { type Service, startService } from '../service.ts';
import { project, version, writeBuilds } from './builds.ts';
import { runWorkflow } from './github.ts';
import { runPipeline } from './gitlab.ts';
import { writeStandIns } from './shell.ts';

/* Runs the recipes in docs/ci like GitHub and GitLab, for an app that only trusts the pipeline. */

const recipes = join(import.meta.dirname, '..', '..', '..', 'docs', 'ci');
const tag = `v${version}`;
let service: Service;
let issuer: OidcIssuer;
let folder: string;
let packed: { path: string; sha256: string };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-recipes-'));
  issuer = await startOidcIssuer();
  [service] = await Promise.all([
    startService({ SLIPWAY_OIDC_ISSUERS: issuer.issuer }),
    writeBuilds(join(folder, 'builds')),
    writeStandIns(join(folder, 'stand-ins')),
    writeFiles(join(folder, 'project'), project),
  ]);
  const path = await pack(folder);
  packed = {
    path,
    sha256: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
});
after(async () => {
  await service.stop();
  await issuer.stop();
  await rm(folder, { recursive: true, force: true });
});

const places = () => ({ standIns: join(folder, 'stand-ins'), builds: join(folder, 'builds') });
const common = (recipe: string, app: string, round: number) => ({
  recipe: join(recipes, recipe),
  folder: join(folder, `${app}-${round}`),
  project: join(folder, 'project'),
  tag,
  places: places(),
});
const signingKey = { TAURI_SIGNING_PRIVATE_KEY: 'key', TAURI_SIGNING_PRIVATE_KEY_PASSWORD: '' };

/** Follows docs/ci/README.md: the workflow, in the environment `release`. */
const onGithub = async (recipe: string, app: string, round: number): Promise<string> => {
  if (round === 1)
    await service.client.trustPublisher(app, {
      provider: 'github',
      repository: 'acme/app',
      workflow: 'release.yml',
      environment: 'release',
      issuer: issuer.issuer,
    });
  return await runWorkflow({
    ...common(recipe, app, round),
    secrets: signingKey,
    inputs: { url: service.url, app, package: packed.path, 'package-sha256': packed.sha256 },
    identity: (environment) => issuer.runnerEnv(githubClaims({ environment })),
  });
};

const onGitlab = async (recipe: string, app: string, round: number): Promise<string> => {
  if (round === 1)
    await service.client.trustPublisher(app, {
      provider: 'gitlab',
      project: 'acme/tools/app',
      environment: 'release',
      refType: 'tag',
      refProtected: true,
      issuer: issuer.issuer,
    });
  const host = issuer.issuer.replace('http://', '');
  return await runPipeline({
    ...common(recipe, app, round),
    variables: {
      ...signingKey,
      SLIPWAY_URL: service.url,
      SLIPWAY_APP: app,
      SLIPWAY_PACKAGE: packed.path,
      SLIPWAY_PACKAGE_SHA256: packed.sha256,
    },
    sign: (claims) => issuer.sign(gitlabClaims(host, claims)),
  });
};

const tauriTargets = [
  'darwin-aarch64 .app.tar.gz',
  'linux-deb-x86_64 .deb',
  'linux-rpm-x86_64 .rpm',
  'linux-x86_64 .AppImage',
  'windows-msi-x86_64 .msi',
  'windows-x86_64 .exe',
];

const electronTargets = [
  'darwin-aarch64 .zip',
  'darwin-aarch64.blockmap .blockmap',
  'darwin-dmg-aarch64 .dmg',
  'darwin-dmg-aarch64.blockmap .blockmap',
  'linux-deb-x86_64 .deb',
  'linux-x86_64 .AppImage',
  'windows-x86_64 .exe',
  'windows-x86_64.blockmap .blockmap',
];

for (const [recipe, adapter, targets, run] of [
  ['github-tauri.yml', 'tauri', tauriTargets, onGithub],
  ['github-electron.yml', 'rest', electronTargets, onGithub],
  ['gitlab-ci.yml', 'tauri', tauriTargets, onGitlab],
  ['gitlab-electron.yml', 'rest', electronTargets, onGitlab],
] as const)
  test(`${recipe} publishes three systems, and passes when it is run again`, async () => {
    const app = recipe.replace('.yml', '');
    await service.client.createApp({ slug: app, adapter });
    const log = await run(recipe, app, 1);
    const skipped =
      adapter === 'tauri' ? `Acme Notes_${version}_aarch64.dmg` : `acme-notes_${version}_amd64.snap`;
    assert.ok(log.includes(skipped), 'what is not published is listed');
    const { releases } = await service.client.listReleases(app);
    assert.deepEqual(
      releases.map((one) => [one.version, one.state, one.notes]),
      [[version, 'published', '- Dark mode.']],
    );
    const artifacts = releases[0]?.artifacts ?? [];
    assert.deepEqual(artifacts.map(({ target, format }) => `${target} ${format}`).sort(), targets);
    if (adapter === 'tauri') assert.ok(artifacts.every(({ signature }) => signature !== null));
    assert.match(await run(recipe, app, 2), /already published|"already":true/);
    assert.equal((await service.client.listReleases(app)).releases.length, 1);
  });
