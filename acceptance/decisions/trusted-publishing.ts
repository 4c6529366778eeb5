import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProblemError, type TrustedPublisherCreation } from '@slipway/api';
import { githubClaims, githubPipeline } from '../../lab/oidc-issuer.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { randomClientIp, unique, type World } from '../world.ts';

/** Trusted publishing: exchanges a pipeline's own token for a short-lived key. */
export const trustedPublishingSection = (world: World): void => {
  const tokenOf = async (claims: Record<string, unknown> = {}): Promise<string> => {
    const { issuer, baseUrl } = world.deployed();
    const token = await issuer.sign(githubClaims({ aud: baseUrl, ...claims }));
    world.secrets.add(token);
    return token;
  };
  const exchange = async (app: string, token: string) => {
    const body = { token, app };
    const answer = await world.call({
      method: 'POST',
      path: '/v1/oidc/exchange',
      body,
      from: randomClientIp(),
    });
    if (answer.status === 201) world.secrets.add(String(answer.json().secret));
    return answer;
  };
  const policy = (more: Partial<TrustedPublisherCreation> = {}): TrustedPublisherCreation => ({
    ...githubPipeline,
    ...{ issuer: world.deployed().issuer.issuer, ...more },
  });
  const trust = (app: Publisher, more: Partial<TrustedPublisherCreation> = {}) =>
    app.client.trustPublisher(app.slug, policy(more));

  describe('Trusted publishing', () => {
    test('a token is exchanged for a key that publishes, and the release has its provenance', async () => {
      const app = await createPublisher(world);
      const { trustedPublisher } = await trust(app, { ref: 'refs/tags/v*' });
      assert.equal(trustedPublisher.pinned, null);
      const answer = await exchange(app.slug, await tokenOf());
      assert.equal(answer.status, 201, answer.text);
      const { key, secret } = answer.json<{
        key: { trustId: string; expiresAt: string; createdAt: string };
        secret: string;
      }>();
      assert.equal(key.trustId, trustedPublisher.id);
      const livesSeconds = Math.floor((Date.parse(key.expiresAt) - Date.parse(key.createdAt)) / 1000);
      assert.ok(livesSeconds >= 1800 && livesSeconds < 1900, `${livesSeconds} s`);
      const client = world.client(secret);
      const { release } = await client.createRelease(app.slug, { version: '1.0.0' });
      assert.equal(release.publishedVia, undefined);
      const { release: published } = await client.publishRelease(app.slug, release.id);
      assert.equal(published.publishedVia?.repository, 'acme/app');
      const { session } = await client.getSession();
      assert.deepEqual(
        [session?.actor, session?.app, session?.key?.scopes],
        ['key', app.slug, ['publish', 'read']],
      );
      const [listed] = (await app.client.listTrustedPublishers(app.slug)).trustedPublishers;
      assert.deepEqual(listed?.pinned, { repository_id: '1001', repository_owner_id: '2002' });
    });

    test('each token gets one key; reuse is rejected as replayed', async () => {
      const app = await createPublisher(world);
      await trust(app);
      const token = await tokenOf();
      const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(app.slug, token)));
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assertProblem(answer, 401, 'token-rejected');
        assert.equal(answer.json<{ errors: { code: string }[] }>().errors[0]?.code, 'replayed');
      }
    });

    test('an unknown app and an unrelated token get the same body; a near match gets the differences', async () => {
      const app = await createPublisher(world);
      await trust(app, { environment: 'release' });
      const unknown = await exchange(unique('nobody'), await tokenOf());
      const foreign = await exchange(app.slug, await tokenOf({ repository: 'other/app' }));
      for (const answer of [unknown, foreign]) assertProblem(answer, 403, 'publisher-untrusted');
      assert.equal(unknown.text, foreign.text);
      const near = await exchange(app.slug, await tokenOf());
      assertProblem(near, 403, 'publisher-untrusted');
      assert.deepEqual(
        near.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer),
        ['/claims/environment'],
      );
    });

    test('a repository name with a new owner is rejected', async () => {
      const app = await createPublisher(world);
      await trust(app);
      assert.equal((await exchange(app.slug, await tokenOf())).status, 201);
      const answer = await exchange(
        app.slug,
        await tokenOf({ repository_id: '9', repository_owner_id: '9' }),
      );
      assertProblem(answer, 403, 'publisher-untrusted');
      assert.match(answer.text, /repository_id/);
    });

    test('removing a trusted publisher revokes its keys and stops the exchange', async () => {
      const app = await createPublisher(world);
      const { trustedPublisher } = await trust(app);
      const { secret } = (await exchange(app.slug, await tokenOf())).json<{ secret: string }>();
      assert.equal((await world.call({ path: `/v1/apps/${app.slug}`, key: secret })).status, 200);
      await app.client.untrustPublisher(app.slug, trustedPublisher.id);
      assertProblem(await world.call({ path: `/v1/apps/${app.slug}`, key: secret }), 401, 'unauthorized');
      assertProblem(await exchange(app.slug, await tokenOf()), 403, 'publisher-untrusted');
    });

    test('with publishing: trusted, app keys cannot publish; the admin key can', async () => {
      const app = await createPublisher(world);
      await trust(app);
      assert.equal((await app.client.getApp(app.slug)).app.publishing, 'any');
      await app.client.changeApp(app.slug, { publishing: 'trusted' });
      await assert.rejects(
        app.client.createRelease(app.slug, { version: '1.0.0' }),
        (error) =>
          error instanceof ProblemError && error.code === 'trusted-publishing-only' && error.status === 403,
      );
      const { secret } = (await exchange(app.slug, await tokenOf())).json<{ secret: string }>();
      await world.client(secret).createRelease(app.slug, { version: '1.0.0' });
      await world.admin().createRelease(app.slug, { version: '2.0.0' });
    });

    test('invalid exchange requests are rejected like on other routes', async () => {
      const path = '/v1/oidc/exchange';
      const post = (body: string, type = 'application/json', announcedBytes?: number) =>
        world.send({
          method: 'POST',
          url: `${world.deployed().baseUrl}${path}`,
          headers: {
            ...{ 'content-type': type, 'x-forwarded-for': randomClientIp() },
            ...(announcedBytes === undefined ? {} : { 'content-length': String(announcedBytes) }),
          },
          body,
          ...(announcedBytes === undefined ? {} : { unfinished: true }),
        });
      assertProblem(await post('{"token":"x"}'), 400, 'invalid-fields');
      assertProblem(
        await post(JSON.stringify({ token: 'a'.repeat(16_385), app: 'x' })),
        400,
        'invalid-fields',
      );
      assertProblem(await post('{'), 400, 'bad-json');
      assertProblem(await post('token=x', 'application/x-www-form-urlencoded'), 415, 'not-json');
      // Rejected before the body is sent: closing the connection during a send may lose the response.
      assertProblem(await post('{"token":"', 'application/json', 1_100_000), 413, 'body-too-large');
      assertProblem(await post(JSON.stringify({ token: 'a.b.c', app: 'x' })), 401, 'token-rejected');
    });

    test('GET /v1/session identifies the owner of a key', async () => {
      const app = await createPublisher(world);
      const ask = (key?: string) =>
        world.call({ path: '/v1/session', from: randomClientIp(), ...(key && { key }) });
      assert.deepEqual((await ask()).json(), { session: null });
      const { session } = (await ask(app.key)).json<{ session: { app: string; key: { name: string } } }>();
      assert.equal(session.app, app.slug);
      assert.equal(
        (await ask(world.deployed().adminKey)).json<{ session: { actor: string } }>().session.actor,
        'admin',
      );
      assertProblem(await ask('slw_pub_x'), 401, 'unauthorized');
      const strange = await world.call({ path: `/v1/apps/${app.slug}/keys?all=maybe`, key: app.key });
      assertProblem(strange, 400, 'invalid-fields');
    });

    test('only issuers that the operator configured are accepted', async () => {
      const app = await createPublisher(world);
      const path = `/v1/apps/${app.slug}/trusted-publishers`;
      const body = policy({ issuer: 'https://git.corp.example' });
      const answer = await world.call({ method: 'POST', path, key: app.key, body });
      assertProblem(answer, 409, 'issuer-not-pinned');
      assert.match(answer.text, /token\.actions\.githubusercontent\.com/);
      const strange = await exchange(app.slug, await tokenOf({ iss: 'https://git.corp.example' }));
      assertProblem(strange, 401, 'token-rejected');
    });
  });
};
