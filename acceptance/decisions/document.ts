import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiDocument } from '../recorder.ts';
import type { World } from '../world.ts';

/** The reasons why the suite never sees these responses on any route. */
const never: Record<string, string> = {
  500: 'an unexpected fault, which no one can ask for',
  503: 'the database or the storage away, which the tests of faults bring about',
  507: 'a full disk, which the tests of faults bring about',
};

/** The same for single routes. */
const neverHere: Record<string, string> = {
  'POST /v1/oidc/exchange: 409': 'a thousand live keys, which the tests of trusted publishing reach',
};

/** Never with the embedded storage, which cannot redirect. */
const neverWithFiles: ReadonlySet<string> = new Set([
  'GET /releases/download/{releaseId}/{target}: 302',
  'GET /feeds/{feed}/{channel}/{path}: 302',
  'GET /feeds/files/{channel}/{version}/{target}/{fileName}: 302',
]);

/** Not documented for these routes, because they do not exist on an app's host. */
const elsewhere = new Set(['GET /metrics: 404', 'GET /v1/openapi.json: 404', 'GET /docs: 404']);

/** Compares the API document with all requests and responses of the suite: it runs last. */
export const documentSection = (world: World): void => {
  describe('The API document and the observed responses', () => {
    const read = async () => {
      const document = (await world.call({ path: '/v1/openapi.json' })).json<ApiDocument>();
      return { document, observed: world.recorder.byRoute(document) };
    };
    const documented = (document: ApiDocument) =>
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { responses }]) => ({
          route: `${method.toUpperCase()} ${path}`,
          statuses: Object.keys(responses ?? {}),
        })),
      );

    test('every documented status of every route was produced', async () => {
      const { document, observed } = await read();
      const missing = documented(document).flatMap(({ route, statuses }) =>
        statuses
          .filter((status) => !(status in never) && !observed.get(route)?.has(status))
          .map((status) => `${route}: ${status}`)
          .filter((one) => !(one in neverHere))
          .filter((one) => world.deployed().storage === 's3' || !neverWithFiles.has(one)),
      );
      assert.deepEqual(missing, []);
    });

    test('every status that was produced is documented', async () => {
      const { document, observed } = await read();
      const undocumented = documented(document).flatMap(({ route, statuses }) =>
        [...(observed.get(route) ?? [])]
          .filter((status) => !statuses.includes(status))
          .map((status) => `${route}: ${status}`),
      );
      assert.deepEqual(new Set(undocumented), elsewhere);
    });

    test('nothing failed unexpectedly', async () => {
      const { observed } = await read();
      const failed = [...observed].filter(([, statuses]) => statuses.has('500')).map(([route]) => route);
      assert.deepEqual(failed, []);
    });
  });

  describe('The log', () => {
    test('contains no secret', () => {
      const log = world.deployed().log();
      for (const secret of [...world.secrets, world.deployed().adminKey]) {
        assert.ok(!log.includes(secret), 'a key is in the log');
        assert.ok(!log.includes(secret.slice(-38)), 'a part of a key is in the log');
      }
      assert.ok(world.secrets.size > 50);
      assert.doesNotMatch(log, /signature=|X-Amz-Signature=|Bearer /);
    });

    const entriesOf = (log: string) =>
      log
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);

    test('contains no errors except rollout halts, which include their evidence', () => {
      const errors = entriesOf(world.deployed().log()).filter(({ level }) => Number(level) >= 50);
      const isHalt = ({ msg }: Record<string, unknown>) => String(msg).startsWith('a brake halted a rollout');
      assert.deepEqual(
        errors.filter((entry) => !isHalt(entry)),
        [],
      );
      const halts = errors.filter(isHalt);
      assert.ok(halts.length >= 2);
      for (const { version, bad, good } of halts)
        assert.deepEqual([version, typeof bad, good], ['2.0.0', 'number', 0]);
      assert.deepEqual(new Set(halts.map(({ source }) => source)), new Set(['health', 'reports']));
    });

    test('has one JSON line with an ID per request, but none for successful public requests', () => {
      const requests = entriesOf(world.deployed().log()).filter(({ msg }) => msg === 'request');
      assert.ok(requests.length > 100);
      assert.ok(requests.every(({ reqId }) => typeof reqId === 'string'));
      const loud = requests.filter(
        ({ url, status }) => /^\/releases\//.test(String(url)) && Number(status) < 400,
      );
      assert.deepEqual(loud, []);
    });
  });
};
