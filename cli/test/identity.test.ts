import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { githubClaims, startOidcIssuer } from '../../lab/oidc-issuer.ts';
import { makeFolder } from './folder.ts';
import { openStage } from './stage.ts';

/* A pipeline without a secret has only the variables of its CI provider. */

const issuer = await startOidcIssuer();
after(() => issuer.stop());
const { service, cli, makeApp } = await openStage({ SLIPWAY_OIDC_ISSUERS: issuer.issuer });

const trusting = [
  'trust',
  'add',
  'github',
  'acme/app',
  '--workflow',
  'release.yml',
  '--issuer',
  issuer.issuer,
];
const runner = (claims: Record<string, unknown> = {}) => ({
  SLIPWAY_KEY: undefined,
  ...issuer.runnerEnv(githubClaims(claims)),
});
const publishing = (app: string, version: string) => [
  ...['publish', '--app', app, '--release', version, '--target', 'linux-x86_64=a', '--yes'],
];

test('the two variables of the runner are enough to publish a release', async (t) => {
  await makeApp('bare');
  const trusted = await cli.run([...trusting, '--app', 'bare', '--ref', 'refs/tags/v*']);
  assert.equal(trusted.code, 0, trusted.stderr);
  assert.match(trusted.stdout, /bare trusts acme\/app, release\.yml, ref refs\/tags\/v\* \(tru_/);
  assert.doesNotMatch(trusted.stderr, /any branch/);
  const folder = await makeFolder(t, { a: 'a' });
  const ended = await cli.run(publishing('bare', '1.0.0'), { cwd: folder, env: runner() });
  assert.equal(ended.code, 0, ended.stderr);
  const { releases } = await service.client.listReleases('bare');
  assert.equal(releases[0]?.publishedVia?.runId, '4711');
  assert.doesNotMatch(ended.stdout + ended.stderr, /slw_pub_|eyJ|add-mask/);
  const list = await cli.run(['trust', 'list', '--app', 'bare']);
  assert.match(list.stdout, /github +acme\/app, release\.yml, ref refs\/tags\/v\* +publish,read/);
});

test('in a GitHub log, secrets are masked before anything else is printed', async (t) => {
  await makeApp('hidden');
  await cli.run([...trusting, '--app', 'hidden']);
  const folder = await makeFolder(t, { a: 'a' });
  const env = { ...runner(), GITHUB_ACTIONS: 'true' };
  const ended = await cli.run(['auth', 'exchange', '--app', 'hidden'], { env });
  assert.equal(ended.code, 0, ended.stderr);
  const secret = ended.stdout.trim();
  assert.match(secret, /^slw_pub_key_\w+$/);
  const lines = ended.stderr.split('\n');
  assert.match(lines[0] ?? '', /^::add-mask::eyJ/);
  assert.equal(lines[1], `::add-mask::${secret}`);
  const quiet = await cli.run(publishing('hidden', '1.0.0'), {
    cwd: folder,
    env: { ...env, SLIPWAY_COMMANDS_STOPPED: '1' },
  });
  assert.equal(quiet.code, 0, quiet.stderr);
  assert.doesNotMatch(
    quiet.stdout + quiet.stderr,
    /slw_pub_|eyJ/,
    'where commands are stopped nothing is printed',
  );
  const used = await cli.run(['whoami', '--app', 'hidden'], { env: { SLIPWAY_KEY: secret } });
  assert.match(used.stdout, /Key key_\w+ \("acme\/app, run 4711"\) of hidden: publish, read, until /);
});

test('a token passed to the job is exchanged once, and sent nowhere else', async (t) => {
  await makeApp('handed');
  await cli.run([...trusting, '--app', 'handed']);
  const token = await issuer.sign(githubClaims({ aud: new URL(service.url).origin }));
  const env = { SLIPWAY_KEY: undefined, SLIPWAY_ID_TOKEN: token };
  const folder = await makeFolder(t, { a: 'a' });
  const elsewhere = await cli.run(['auth', 'exchange', '--app', 'handed', '--url', 'http://127.0.0.1:9'], {
    env,
  });
  assert.equal(elsewhere.code, 2);
  assert.match(
    elsewhere.stderr,
    /SLIPWAY_ID_TOKEN is not for http:\/\/127\.0\.0\.1:9\.[\s\S]*aud: http:\/\/127\.0\.0\.1:9/,
  );
  const { stdout, code } = await cli.run(['auth', 'exchange', '--app', 'handed'], { env });
  assert.equal(code, 0);
  const ended = await cli.run(publishing('handed', '1.0.0'), {
    cwd: folder,
    env: { ...env, SLIPWAY_KEY: stdout.trim() },
  });
  assert.equal(ended.code, 0, ended.stderr);
  const again = await cli.run(['auth', 'exchange', '--app', 'handed'], { env });
  assert.equal(again.code, 3);
  assert.match(again.stderr, /already exchanged[\s\S]*export SLIPWAY_KEY="\$\(slipway auth exchange\)"/);
});

test('precedence of keys: SLIPWAY_KEY, the identity of the pipeline, the login', async (t) => {
  await makeApp('order');
  await cli.run([...trusting, '--app', 'order']);
  const home = await makeFolder(t);
  const who = async (env: Record<string, string | undefined>) =>
    (await cli.run(['whoami', '--app', 'order', '--json'], { env: { XDG_CONFIG_HOME: home, ...env } }))
      .objects[0];
  await cli.run(['login', '--key-stdin'], {
    env: { XDG_CONFIG_HOME: home, SLIPWAY_KEY: undefined },
    input: 'an-admin-key-that-only-tests-know-of-0123456789',
  });
  assert.equal(
    (await who({ ...runner(), SLIPWAY_KEY: 'an-admin-key-that-only-tests-know-of-0123456789' }))?.source,
    'given',
  );
  assert.equal((await who(runner()))?.source, 'identity');
  assert.equal((await who({ SLIPWAY_KEY: undefined }))?.source, 'login');
});

test('a rejected job gets the reason, and the command that fixes it', async () => {
  await makeApp('refused');
  const words = ['doctor', '--app', 'refused', '--read-only'];
  const github = {
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/release.yml@refs/heads/main',
  };
  const untrusted = await cli.run(words, { env: { ...runner(), ...github } });
  assert.equal(untrusted.code, 3);
  assert.match(untrusted.stdout, /FAIL key/);
  assert.match(
    untrusted.stdout,
    /slipway trust add github acme\/app --workflow release\.yml --environment <name> --app refused/,
  );
  const open = await cli.run([...trusting, '--app', 'refused']);
  assert.match(open.stderr, /warning: No ref or environment required/);
  const differs = await cli.run(words, { env: { ...runner({ event_name: 'pull_request' }), ...github } });
  assert.match(differs.stdout, /event_name "pull_request"[\s\S]*slipway trust list/);
  const good = await cli.run(words, { env: runner() });
  assert.match(good.stdout, /ok +key/);
  const admin = await cli.run(words);
  assert.match(admin.stdout, /warn trust[\s\S]*any branch/);
});

test('a job without an identity gets instructions', async (t) => {
  await makeApp('missing');
  const folder = await makeFolder(t, {
    a: 'a',
    'event.json': JSON.stringify({ pull_request: { head: { repo: { full_name: 'someone/app' } } } }),
  });
  const run = (env: Record<string, string>) =>
    cli.run(publishing('missing', '1.0.0'), { cwd: folder, env: { SLIPWAY_KEY: undefined, ...env } });
  const github = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/app' };
  assert.match((await run(github)).stderr, /Add `permissions: id-token: write`/);
  const fork = { ...github, GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: `${folder}/event.json` };
  assert.match((await run(fork)).stderr, /GitHub gives pull requests from forks no secrets/);
  const gitlab = await run({ GITLAB_CI: 'true' });
  assert.match(gitlab.stderr, new RegExp(`id_tokens:\\n  SLIPWAY_ID_TOKEN:\\n    aud: ${service.url}`));
});

test('removing a trusted publisher revokes its keys', async () => {
  await makeApp('removed');
  const { objects } = await cli.run([...trusting, '--app', 'removed', '--json']);
  const { id } = (objects[0] as { trustedPublisher: { id: string } }).trustedPublisher;
  const { stdout } = await cli.run(['auth', 'exchange', '--app', 'removed'], { env: runner() });
  assert.equal((await cli.run(['trust', 'remove', id, '--app', 'removed', '--yes'])).code, 0);
  const ended = await cli.run(['releases', 'list', '--app', 'removed'], {
    env: { SLIPWAY_KEY: stdout.trim() },
  });
  assert.equal(ended.code, 3);
  assert.match((await cli.run(['trust', 'list', '--app', 'removed'])).stdout, /No trusted publishers/);
  const unknown = await cli.run(['trust', 'remove', id, '--app', 'removed', '--yes']);
  assert.match(unknown.stderr, /no such trusted publisher[\s\S]*slipway trust list/);
  assert.match(
    (await cli.run(['trust', 'add', 'jenkins', 'x', '--app', 'removed'])).stderr,
    /Use github, gitlab, oidc/,
  );
});

test('an option of another provider is rejected, because it would have no effect', async () => {
  await service.client.createApp({ slug: 'bound', adapter: 'rest' });
  const add = async (...words: string[]) => {
    const ended = await cli.run(['trust', 'add', ...words, '--issuer', issuer.issuer, '--app', 'bound']);
    assert.equal(ended.code, 2, words.join(' '));
    return ended.stderr;
  };
  const github = ['github', 'acme/app', '--workflow', 'release.yml'];
  assert.match(
    await add(...github, '--ref-type', 'tag', '--protected'),
    /--ref-type and --protected can’t be used with github\.\n.*--environment or --ref 'refs\/tags\/v\*'/,
  );
  assert.match(
    await add('gitlab', 'acme/app', '--workflow', 'x.yml'),
    /--workflow can’t be used with gitlab/,
  );
  assert.match(
    await add('oidc', issuer.issuer, '--claim', 'sub=x', '--environment', 'release'),
    /--environment can’t be used with oidc\.\n.*--claim environment=release/,
  );
  assert.deepEqual((await service.client.listTrustedPublishers('bound')).trustedPublishers, []);
});

test('a token error is reported once, and the audit log describes the run', async () => {
  await service.client.createApp({ slug: 'told', adapter: 'rest' });
  await cli.run([...trusting, '--app', 'told']);
  const env = {
    SLIPWAY_KEY: undefined,
    SLIPWAY_ID_TOKEN: await issuer.sign({ ...githubClaims(), aud: service.url }),
  };
  assert.equal((await cli.run(['whoami', '--app', 'told'], { env })).code, 0);
  const { stderr } = await cli.run(['whoami', '--app', 'told'], { env });
  assert.equal(stderr.match(/was already exchanged/g)?.length, 1, stderr);
  const { stdout } = await cli.run(['audit', '--app', 'told']);
  assert.match(stdout, /key\.create .*via: \(provider github, repository acme\/app, /);
});
