import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { githubClaims, gitlabClaims } from '../../../../lab/oidc-issuer.ts';
import { matchPolicy } from '../../../src/domain/auth/trusted-publishing/match-policy.ts';
import {
  expectedClaims,
  type TrustRequest,
  trustRequestFaults,
} from '../../../src/domain/auth/trusted-publishing/trust-request.ts';
import { trustWarnings } from '../../../src/domain/auth/trusted-publishing/trusted-publishers.ts';
import { matchesPattern, matchesRef } from '../../../src/domain/model/claim-pattern.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import type { Claims, TrustedPublisher } from '../../../src/domain/model/trusted-publisher.ts';

const issuer = 'https://gitlab.example.com';
const host = 'gitlab.example.com';

const policyOf = (request: TrustRequest, more: Partial<TrustedPublisher> = {}): TrustedPublisher => ({
  ...{ id: 'tru_1', app: 'app', provider: request.provider, issuer, claims: expectedClaims(request) },
  ...{ pinned: undefined, scopes: ['publish'], ttlSeconds: 1800, name: 'a pipeline' },
  ...{ createdAt: '2026-01-15T12:00:00.000Z', lastUsedAt: undefined, ...more },
});

/** `ok`, the claims that differ, or `foreign`. */
const match = (policies: TrustedPublisher | TrustedPublisher[], claims: Claims): string => {
  try {
    matchPolicy([policies].flat(), { iss: issuer, ...claims });
    return 'ok';
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'publisher-untrusted');
    return error.faults?.map(({ pointer }) => pointer.replace('/claims/', '')).join() ?? 'foreign';
  }
};

describe('policies of trusted publishers', () => {
  const github: TrustRequest = {
    ...{ provider: 'github', repository: 'Acme/App', workflow: 'release.yml' },
    ...{ environment: 'Release', ref: 'refs/tags/v*' },
  };
  const token = githubClaims({ environment: 'release' });

  test('GitHub: every field must match; names ignore case', () => {
    const policy = policyOf(github);
    const cases: [Record<string, unknown>, string][] = [
      [{}, 'ok'],
      [{ repository: 'ACME/APP' }, 'ok'],
      [{ environment: 'RELEASE' }, 'ok'],
      [{ workflow_ref: 'acme/APP/.github/workflows/release.yml@refs/heads/main' }, 'ok'],
      [{ repository: 'acme/app2' }, 'foreign'],
      [{ repository: 'acme/ap' }, 'foreign'],
      [{ repository: ['acme/app'] }, 'foreign'],
      [{ repository: undefined }, 'foreign'],
      [{ iss: 'https://gitlab.com' }, 'foreign'],
      [{ workflow_ref: 'acme/app/.github/workflows/Release.yml@refs/tags/v1' }, 'workflow_ref'],
      [{ workflow_ref: 'acme/app/.github/workflows/release.yaml@refs/tags/v1' }, 'workflow_ref'],
      [{ workflow_ref: 'acme/app/.github/workflows/x/release.yml@refs/tags/v1' }, 'workflow_ref'],
      [{ workflow_ref: 'acme/app/.github/workflows/release.yml@x.yml@refs/tags/v1' }, 'workflow_ref'],
      [{ workflow_ref: 'acme/app/.github/workflows/release.yml' }, 'workflow_ref'],
      [{ workflow_ref: 'acme/other/.github/workflows/release.yml@refs/tags/v1' }, 'workflow_ref'],
      [{ workflow_ref: 'acme/app/release.yml@refs/tags/v1' }, 'workflow_ref'],
      [{ workflow_ref: undefined }, 'workflow_ref'],
      [{ environment: 'staging' }, 'environment'],
      [{ environment: undefined }, 'environment'],
      [{ ref: 'refs/tags/v' }, 'ok'],
      [{ ref: 'refs/tags/w1' }, 'ref'],
      [{ ref: 'refs/heads/v1' }, 'ref'],
      [{ ref: 'refs/tags/v1/mine' }, 'ref'],
      [{ ref: undefined }, 'ref'],
      [{ event_name: 'workflow_dispatch' }, 'ok'],
      [{ event_name: 'release' }, 'ok'],
      [{ event_name: 'pull_request' }, 'event_name'],
      [{ event_name: 'pull_request_target' }, 'event_name'],
      [{ event_name: 'pull_request_review' }, 'event_name'],
      [{ event_name: 'pull_request_review_comment' }, 'event_name'],
      [{ event_name: 'push', ref: 'refs/pull/7/head' }, 'ref'],
      [{ event_name: 'workflow_run' }, 'event_name'],
      [{ event_name: undefined }, 'event_name'],
      [{ event_name: 'pull_request', ref: 'refs/pull/7/merge' }, 'event_name,ref'],
    ];
    for (const [more, expected] of cases)
      assert.equal(match(policy, { ...token, ...more }), expected, JSON.stringify(more));
  });

  test('GitHub: a pull request run is rejected by its ref, even without a ref in the policy', () => {
    const { repository, workflow } = github;
    const policy = policyOf({ provider: 'github', repository, workflow });
    assert.equal(match(policy, token), 'ok');
    assert.equal(match(policy, { ...token, ref: 'refs/pull/7/merge' }), 'ref');
    const workflow_ref = 'acme/app/.github/workflows/release.yml@refs/pull/7/merge';
    assert.equal(match(policy, { ...token, workflow_ref }), 'workflow_ref');
    assert.equal(match(policy, { ...token, event_name: 'pull_request_review' }), 'event_name');
    assert.equal(match(policy, { ...token, ref: 'refs/heads/refs/pull/7' }), 'ok', 'a branch of that name');
  });

  test('GitHub: environments with similar-looking names do not match', () => {
    const policy = policyOf({ ...github, environment: 'desktop' });
    assert.equal(match(policy, { ...token, environment: 'DeskTop' }), 'ok');
    for (const environment of ['des\u212atop', 'desktop ', 'desktop\u0000', 'deskt\u043ep', 'desktop/', ''])
      assert.equal(match(policy, { ...token, environment }), 'environment', JSON.stringify(environment));
  });

  test('GitHub: IDs are pinned, and a new owner of the name gets no other details', () => {
    const { pinned } = matchPolicy([policyOf(github)], { iss: issuer, ...token });
    assert.deepEqual(pinned, { repository_id: '1001', repository_owner_id: '2002' });
    const policy = policyOf(github, { pinned });
    assert.equal(match(policy, token), 'ok');
    assert.equal(match(policy, { ...token, repository_id: '1002' }), 'repository_id');
    assert.equal(match(policy, { ...token, repository_owner_id: 2003, ref: 'x' }), 'repository_owner_id');
    assert.equal(match(policy, { ...token, repository_id: 1001 }), 'ok', 'a number is as good as its text');
    for (const lacks of [undefined, null, {}, '1'.repeat(300)])
      assert.equal(match(policyOf(github), { ...token, repository_id: lacks }), 'repository_id');
    const half = policyOf(github, { pinned: { repository_id: '1001' } });
    assert.equal(match(half, token), 'ok');
    assert.equal(match(half, { ...token, repository_id: '5' }), 'repository_id');
  });

  test('GitHub: IDs pinned by one policy apply to the others of that repository', () => {
    const pinned = { repository_id: '1001', repository_owner_id: '2002' };
    const used = policyOf(github, { pinned });
    const nightly = policyOf({ ...github, workflow: 'nightly.yml' }, { id: 'tru_2' });
    const workflow_ref = 'acme/app/.github/workflows/nightly.yml@refs/tags/v1';
    const taken = { ...token, workflow_ref, repository_id: '1002', repository_owner_id: '2003' };
    assert.equal(match([used, nightly], { ...token, workflow_ref }), 'ok');
    assert.equal(match([used, nightly], taken), 'repository_id,repository_owner_id');
    assert.equal(match([nightly, used], taken), 'repository_id,repository_owner_id');
    assert.equal(match(nightly, taken), 'ok', 'the first exchange of all is trusted');
    const own = { ...nightly, pinned: { repository_id: '1002', repository_owner_id: '2003' } };
    assert.equal(match([used, own], taken), 'ok', 'an id that was given for it is its own');
    const elsewhere = { ...used, issuer: 'https://other.example.com' };
    assert.equal(match([elsewhere, nightly], taken), 'ok');
  });

  test('a pattern that matches any branch causes a warning', () => {
    const warnings = (request: TrustRequest): number => trustWarnings(policyOf(request)).length;
    const bare: TrustRequest = { provider: 'github', repository: 'acme/app', workflow: 'release.yml' };
    for (const ref of [undefined, 'refs/heads/*', 'refs/heads/**'])
      assert.equal(warnings({ ...bare, ref }), 1);
    for (const ref of ['refs/heads/main', 'refs/tags/v*']) assert.equal(warnings({ ...bare, ref }), 0);
    assert.equal(warnings({ ...bare, environment: 'release' }), 0);
    assert.equal(warnings({ provider: 'gitlab', project: 'a/b', ref: '***' }), 1);
    assert.equal(warnings({ provider: 'gitlab', project: 'a/b', refProtected: true }), 0);
  });

  test('GitLab: every field must match', () => {
    const policy = policyOf({
      ...{ provider: 'gitlab', project: 'Acme/tools/App', configFile: '.gitlab-ci.yml', ref: 'v*' },
      ...{ refType: 'tag', refProtected: true, environment: 'production' },
    });
    const base = gitlabClaims(host, { environment: 'production' });
    const uri = (text: string) => ({ ci_config_ref_uri: text });
    const cases: [Record<string, unknown>, string][] = [
      [{}, 'ok'],
      [{ ref_protected: true }, 'ok'],
      [{ project_path: 'acme/tools/app2' }, 'foreign'],
      [{ project_path: 'acme/app' }, 'foreign'],
      [{ ref: 'main' }, 'ref'],
      [{ ref: 'v1/x' }, 'ref'],
      [{ ref_type: 'branch' }, 'ref_type'],
      [{ ref_protected: 'false' }, 'ref_protected'],
      [{ ref_protected: undefined }, 'ref_protected'],
      [{ environment: 'Production' }, 'environment'],
      [uri(`${host}/acme/tools/app//ci/.gitlab-ci.yml@refs/tags/v1`), 'ci_config_ref_uri'],
      [uri(`${host}/acme/tools/other//.gitlab-ci.yml@refs/tags/v1`), 'ci_config_ref_uri'],
      [uri(`evil.example/acme/tools/app//.gitlab-ci.yml@refs/tags/v1`), 'ci_config_ref_uri'],
      [uri(`${host}/acme/tools/app//.gitlab-ci.yml`), 'ci_config_ref_uri'],
      [uri(`${host}/acme/tools/app//.gitlab-ci.yml@x@refs/tags/v1`), 'ci_config_ref_uri'],
      [{ project_id: undefined }, 'project_id'],
      [{ namespace_id: undefined }, 'namespace_id'],
    ];
    for (const [more, expected] of cases)
      assert.equal(match(policy, { ...base, ...more }), expected, JSON.stringify(more));
    const pinned = { project_id: '31', namespace_id: '72' };
    assert.equal(match({ ...policy, pinned }, base), 'ok');
    assert.equal(match({ ...policy, pinned }, { ...base, project_id: '99' }), 'project_id');
    assert.equal(match({ ...policy, pinned }, { ...base, namespace_id: '99' }), 'namespace_id');
  });

  test('other issuers: claims match patterns, and a rejection names no claim', () => {
    const policy = policyOf({ provider: 'oidc', claims: { sub: 'org/7/project/*', job: 'release', n: '*' } });
    const base = { sub: 'org/7/project/app', job: 'release', n: 5 };
    assert.equal(match(policy, base), 'ok');
    for (const more of [
      { sub: 'org/8/project/app' },
      { job: 'release2' },
      { n: undefined },
      { n: {} },
      { sub: ['org/7/project/app'] },
    ])
      assert.equal(match(policy, { ...base, ...more }), 'foreign');
    const tricky = policyOf({ provider: 'oidc', claims: { sub: 'x', constructor: '*' } });
    assert.equal(match(tricky, { sub: 'x' }), 'foreign');
  });

  test('the matching policy is used, otherwise the closest one is reported', () => {
    const other = policyOf({ ...github, workflow: 'other.yml' }, { id: 'tru_2', name: 'other' });
    const loose = policyOf(
      { provider: 'github', repository: 'acme/app', workflow: 'loose.yml' },
      { id: 'tru_3' },
    );
    assert.equal(match([other, policyOf(github)], token), 'ok');
    assert.equal(match([other, loose], { ...token, ref: 'refs/heads/main' }), 'workflow_ref');
    assert.equal(match([], token), 'foreign');
  });

  test('requests: missing fields and those of another provider are reported', () => {
    const codes = (request: object): string[] =>
      trustRequestFaults(request as TrustRequest).map(({ pointer, code }) => `${pointer} ${code}`);
    assert.deepEqual(codes(github), []);
    assert.deepEqual(codes({ provider: 'github' }), ['/repository required', '/workflow required']);
    assert.deepEqual(codes({ ...github, project: 'a/b' }), ['/project unknown-field']);
    assert.deepEqual(codes({ ...github, ref: 'main' }), ['/ref ref']);
    assert.deepEqual(codes({ ...github, ref: 'refs/tags/*****' }), ['/ref pattern']);
    assert.deepEqual(codes({ ...github, scopes: ['manage'] }), ['/scopes manage']);
    assert.deepEqual(codes({ ...github, issuer: 'https://gitlab.com' }), ['/issuer provider']);
    assert.deepEqual(codes({ provider: 'gitlab', project: 'a/b', ref: 'refs/tags/v1' }), ['/ref ref']);
    assert.deepEqual(codes({ provider: 'oidc' }), ['/issuer required', '/claims required']);
    const claims = { sub: '*' };
    assert.deepEqual(codes({ provider: 'oidc', issuer, claims }), ['/claims/sub pattern']);
    assert.deepEqual(codes({ provider: 'oidc', issuer, claims: { a: 'x' } }), ['/claims/sub required']);
    for (const own of [
      'https://token.actions.githubusercontent.com',
      'https://token.actions.githubusercontent.com/acme',
      'https://gitlab.com',
    ])
      assert.deepEqual(codes({ provider: 'oidc', issuer: own, claims: { sub: 'x' } }), ['/issuer provider']);
  });

  test('patterns match like a plain * wildcard; in refs * does not match a slash', () => {
    const letters = fc.stringMatching(/^[ab/*]{0,8}$/);
    const naive = (pattern: string, any: string): RegExp =>
      new RegExp(
        `^${pattern
          .split('*')
          .map((part) => part.replaceAll('/', '\\/'))
          .join(any)}$`,
      );
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[ab/]{0,12}$/), (pattern, text) => {
        assert.equal(matchesPattern(pattern, text), naive(pattern, '.*').test(text));
        assert.equal(matchesRef(pattern, text), naive(pattern, '[^/]*').test(text));
      }),
      { numRuns: 5000 },
    );
  });
});
