import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Records } from '../../lab/name-server.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

/** Decisions, "Management API": custom domains. */
export const domainsSection = (world: World): void => {
  const shared = lazily(() => createPublisher(world));
  const add = (slug: string, domain: unknown) =>
    world.call({
      method: 'POST',
      path: `/v1/apps/${slug}/domains`,
      key: world.deployed().adminKey,
      body: { domain },
    });
  const fresh = () => `${unique('d')}.example.com`;

  describe('Domains', () => {
    test('201 with the domain; it is listed; deleted with 204; afterward 404', async () => {
      const app = await createPublisher(world);
      const domain = fresh();
      const made = await add(app.slug, domain);
      assert.equal(made.status, 201);
      assert.deepEqual(Object.keys(made.json()), ['domain']);
      assert.equal(made.json<{ domain: { domain: string } }>().domain.domain, domain);
      const { domains } = await app.client.listDomains(app.slug);
      assert.deepEqual(
        domains.map((one) => one.domain),
        [domain],
      );
      const remove = () =>
        world.call({
          method: 'DELETE',
          path: `/v1/apps/${app.slug}/domains/${domain}`,
          key: world.deployed().adminKey,
        });
      const check = () =>
        world.send({
          url: `${world.deployed().baseUrl}/releases/stable/linux/x86_64/1`,
          headers: { host: domain },
        });
      assert.equal((await check()).status, 204);
      assert.equal((await remove()).status, 204);
      assertProblem(await check(), 404, 'not-found');
      assertProblem(await remove(), 404, 'not-found');
      assert.deepEqual((await app.client.listDomains(app.slug)).domains, []);
    });

    test('unique: 409 if this or another app has it, ignoring case and a trailing dot', async () => {
      const [one, other] = [await createPublisher(world), await createPublisher(world)];
      const domain = fresh();
      assert.equal((await add(one.slug, domain)).status, 201);
      for (const written of [domain, domain.toUpperCase(), `${domain}.`]) {
        assertProblem(await add(other.slug, written), 409, 'domain-taken');
        assertProblem(await add(one.slug, written), 409, 'domain-taken');
      }
    });

    test('status: missing, here and private, each with its remedy', async () => {
      const app = await createPublisher(world);
      const { names, publicUrl } = world.deployed();
      const port = new URL(publicUrl('x')).port;
      const make = async (records?: Records) => {
        const domain = fresh();
        assert.equal((await add(app.slug, domain)).status, 201);
        names.set(domain, records);
        const { status } = await app.client.getDomainStatus(app.slug, domain);
        assert.equal(status.domain, domain);
        return status;
      };
      const missing = await make();
      assert.deepEqual([missing.dns.state, missing.dns.verdict], ['missing', 'bad']);
      assert.match(missing.dns.remedy ?? '', new RegExp(`CNAME .* ${app.publicSlug}\\.localhost`));
      assert.deepEqual(
        [missing.answers.state, missing.certificate.state, missing.dns.addresses],
        ['not-asked', 'not-used', []],
      );
      const here = await make({ a: ['127.0.0.1'] });
      assert.deepEqual(
        [here.dns.state, here.dns.addresses, here.answers.state, here.answers.url],
        ['here', ['127.0.0.1'], 'here', `http://${here.domain}:${port}`],
      );
      assert.deepEqual([here.dns.remedy, here.answers.remedy], [null, null]);
      const elsewhere = await make({ a: ['10.11.12.13'] });
      assert.deepEqual(
        [elsewhere.dns.state, elsewhere.dns.addresses, elsewhere.answers.state],
        ['private', [], 'not-asked'],
      );
    });

    test('status: only for the app’s own domains; no other host is resolved', async () => {
      const [one, other] = [await createPublisher(world), await createPublisher(world)];
      const domain = fresh();
      await add(other.slug, domain);
      const getStatus = (host: string) =>
        world.call({ path: `/v1/apps/${one.slug}/domains/${host}/status`, key: world.deployed().adminKey });
      for (const host of [domain, fresh(), 'localhost', '127.0.0.1'])
        assertProblem(await getStatus(host), 404, 'not-found');
      assert.ok(!world.deployed().names.wasQueried(domain));
    });

    test('available again after deletion', async () => {
      const [one, other] = [await createPublisher(world), await createPublisher(world)];
      const domain = fresh();
      assert.equal((await add(one.slug, domain)).status, 201);
      await world.admin().deleteDomain(one.slug, domain);
      assert.equal((await add(other.slug, domain)).status, 201);
    });

    for (const domain of ['api.localhost', 'API.localhost.', 'x.api.localhost', 'a.b.api.localhost']) {
      test(`rejected: ${domain} is the base host or a subdomain of it`, async () => {
        assertProblem(await add((await shared()).slug, domain), 409, 'host-reserved');
      });
    }

    test("rejected: an app's own host and its subdomains", async () => {
      const app = await shared();
      const host = `${app.publicSlug}.localhost`;
      assertProblem(await add(app.slug, host), 409, 'host-reserved');
      assertProblem(await add(app.slug, `x.${host}`), 409, 'host-reserved');
    });

    for (const domain of [
      '',
      'nodots',
      'a..b',
      '-a.example.com',
      'a b.example.com',
      'http://a.example.com',
      5,
    ]) {
      test(`rejected: ${JSON.stringify(domain)} is not a domain name`, async () => {
        assertInvalid(await add((await shared()).slug, domain), 'domain');
      });
    }
    for (const domain of [
      'a.example.com:80',
      'a.example.com/x',
      '*.example.com',
      `${'a'.repeat(64)}.example.com`,
    ]) {
      test(`rejected: ${domain.slice(0, 40)} is not a domain name`, async () => {
        assertInvalid(await add((await shared()).slug, domain), 'domain');
      });
    }
  });
};
