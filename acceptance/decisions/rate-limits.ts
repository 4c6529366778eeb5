import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProblemCode } from '@slipway/api';
import type { Answer } from '../dial.ts';
import { askPipelined } from '../pipelined.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { apiRoutes, callRoute } from '../routes.ts';
import { randomClientIp, type World } from '../world.ts';

const failuresAMinute = 300;
const burst = 1000;
const connections = 40;

const assertTooMany = (answer: Answer) => {
  assertProblem(answer, 429, 'too-many-requests');
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
};

/** Decisions, "Rules": rate limits. Each node counts for itself. */
export const rateLimitsSection = (world: World): void => {
  describe('Rate limits', () => {
    test('failed authentication: 300 per minute and IP on every route; a valid key is never blocked', async () => {
      const app = await createPublisher(world);
      const made = await world.admin().createKey(app.slug, { name: 'revoked' });
      await world.admin().revokeKey(app.slug, made.key.id);
      const wrong = made.secret;
      world.secrets.add(wrong);
      const from = randomClientIp();
      const statuses: number[] = [];
      const fail = async () => {
        const answer = await world.call({ path: `/v1/apps/${app.slug}`, key: wrong, from });
        statuses.push(answer.status);
        return answer;
      };
      while (statuses.length < failuresAMinute) assertProblem(await fail(), 401, 'unauthorized');
      while (statuses.length < failuresAMinute * world.deployed().nodes.length) await fail();
      // The bucket refills by five a second meanwhile.
      const refused = async (
        ask: () => Promise<Answer>,
        code: ProblemCode = 'unauthorized',
      ): Promise<Answer> => {
        for (;;) {
          const answer = await ask();
          if (answer.status === 429) return answer;
          assertProblem(answer, 401, code);
        }
      };
      for (let node = 0; node < world.deployed().nodes.length; node += 1) assertTooMany(await refused(fail));
      assert.ok(statuses.length < 2 * failuresAMinute * world.deployed().nodes.length, `${statuses.length}`);
      for (const route of apiRoutes) {
        const ask = () => callRoute(world, route, { values: { app: app.slug }, key: wrong, from });
        assertTooMany(await refused(ask));
      }
      assertTooMany(await refused(() => world.call({ path: '/v1/session', key: wrong, from })));
      const exchange = { token: 'a.b.c', app: app.slug };
      const bring = () => world.call({ method: 'POST', path: '/v1/oidc/exchange', body: exchange, from });
      assertTooMany(await refused(bring, 'token-rejected'));
      for (const key of ['wrong', `${wrong}x`, 'slw_pub_x']) {
        const malformed = await world.call({ path: '/v1/apps', key, from });
        assertProblem(malformed, 401, 'unauthorized');
      }
      assertProblem(await world.call({ path: '/v1/apps', from }), 401, 'unauthorized');
      const good = await world.call({ path: `/v1/apps/${app.slug}`, key: app.key, from });
      assert.equal(good.status, 200);
      const elsewhere = await world.call({ path: '/v1/apps', key: wrong, from: randomClientIp() });
      assertProblem(elsewhere, 401, 'unauthorized');
      const url = `${app.publicUrl}/releases/stable/linux/x86_64/1`;
      assert.equal((await world.send({ url, headers: { 'x-forwarded-for': from } })).status, 204);
    });

    test('per key: a burst of 1,000, then 429; works again after Retry-After', async () => {
      const [app, other] = [await createPublisher(world), await createPublisher(world)];
      // Pipelined to a single node, which counts for itself: even a busy machine then exceeds the limit.
      const [port = 0] = world.deployed().nodes;
      const { host } = new URL(world.deployed().baseUrl);
      const path = `/v1/apps/${app.slug}`;
      const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${app.key}`;
      const flood = async (): Promise<Answer[]> => {
        const each = burst / connections;
        return (
          await Promise.all(Array.from({ length: connections }, () => askPipelined(port, head, each)))
        ).flat();
      };
      const isRefused = ({ status }: Answer): boolean => status !== 200;
      const answers: Answer[] = [];
      while (!answers.some(isRefused) && answers.length < 20 * burst) answers.push(...(await flood()));
      const served = answers.filter((answer) => !isRefused(answer)).length;
      const refused = answers.find(isRefused);
      assert.ok(refused, `none of ${answers.length} was refused`);
      assertTooMany(refused);
      assert.ok(served >= burst - 20, `${served} were served`);
      assert.equal((await other.call('GET', '')).status, 200, 'another key is not held up');
      assert.equal((await app.check('stable/linux/x86_64/1')).status, 204, 'nor are public paths');
      await delay(Number(refused.headers['retry-after']) * 1000);
      const [again] = await askPipelined(port, head, 1);
      assert.equal(again?.status, 200);
    });

    test('public paths are unlimited', async () => {
      const app = await createPublisher(world);
      const answers = await Promise.all(
        Array.from({ length: 1500 }, () => app.check('stable/linux/x86_64/1')),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
    });
  });
};
