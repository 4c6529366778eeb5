import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { isNewer, parseVersion } from '@slipway/core/version.ts';
import fc from 'fast-check';
import { rest } from '../../../src/adapters/rest/adapter.ts';
import { choose } from '../../../src/domain/decision/decide.ts';
import { planFor } from '../../../src/domain/decision/planner.ts';
import { viewForVersion } from '../../../src/domain/decision/version-view.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { criticalByChannel } from '../../../src/domain/model/published-version.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { artifactOf, releaseOf } from '../../adapters/feeds/stage.ts';
import { createPlainCheck } from './plain-check.ts';

const target = 'linux-x86_64';
const request = {} as IncomingMessage;

interface Published {
  version: string;
  isCritical: boolean;
}

const siteOf = (published: readonly Published[], app: Partial<App> = {}) =>
  makeSite(
    {
      ...{ host: 'acme.localhost', baseUrl: 'http://acme.localhost' },
      critical: criticalByChannel(published.map((one) => ({ ...one, channel: 'stable', isRescued: false }))),
    },
    { slug: 'acme', adapter: 'rest', extras: true, checkCaching: 'public', ...app } as App,
    published.map(({ version, isCritical }, index) =>
      releaseOf(version, [artifactOf(target, '.AppImage')], {
        sequence: index + 1,
        policy: isCritical ? { critical: true } : {},
      }),
    ),
  );

const checkOf = () => {
  let renderings = 0;
  const checkCounts = {
    ...rest,
    renderUpdate: (...args: Parameters<typeof rest.renderUpdate>) => {
      renderings += 1;
      return rest.renderUpdate(...args);
    },
  };
  const check = createPlainCheck({ adapters: [checkCounts] });
  return { check, renderings: () => renderings };
};

const place = { channel: 'stable', target: 'linux', arch: 'x86_64' };
const versions = fc.tuple(fc.nat(3), fc.nat(3)).map((numbers) => numbers.join('.'));

describe('critical releases', () => {
  test('an offer is critical if any release between the client’s version and the offer is', () => {
    const published = fc.uniqueArray(fc.record({ version: versions, isCritical: fc.boolean() }), {
      selector: ({ version }) => version,
      minLength: 1,
    });
    fc.assert(
      fc.property(published, versions, (all, current) => {
        const plan = planFor(siteOf(all), { channel: 'stable', target });
        const chosen = choose(viewForVersion(plan, current), { currentVersion: current });
        const { version = '' } = all.at(-1) ?? {};
        const expected =
          isNewer(parseVersion(version), current) &&
          all.some(
            (one) =>
              one.isCritical &&
              isNewer(parseVersion(one.version), current) &&
              !isNewer(parseVersion(one.version), version),
          );
        assert.equal(chosen?.isCritical, expected);
      }),
      { numRuns: 500 },
    );
  });

  const published = [
    { version: '1.0.0', isCritical: false },
    { version: '1.2.0', isCritical: true },
    { version: '1.3.0', isCritical: false },
  ];

  test('an offer is rendered at most twice, critical and not, for any number of clients', () => {
    const { check, renderings } = checkOf();
    const prepared = check.prepareFor(siteOf(published), place);
    const extrasFor = (version: string) =>
      JSON.parse(check.respondTo(prepared, version, request).answer.body.toString()).slipway;
    for (const version of ['0.9.0', '1.0.0', '1.1.9', '1.1.8'])
      assert.deepEqual(extrasFor(version), { critical: true, minimumVersion: '1.2.0' });
    for (const version of ['1.2.0', '1.2.5', '1.2.6'])
      assert.deepEqual(extrasFor(version), { critical: false, minimumVersion: '1.2.0' });
    assert.equal(renderings(), 2);
  });

  test('without extras the response is unchanged and rendered once', () => {
    const { check, renderings } = checkOf();
    const prepared = check.prepareFor(siteOf(published, { extras: false }), place);
    const plain = check.prepareFor(
      siteOf([{ version: '1.3.0', isCritical: false }], { extras: false }),
      place,
    );
    const bodies = ['0.9.0', '1.2.5'].map(
      (version) => check.respondTo(prepared, version, request).answer.body,
    );
    assert.equal(bodies[0], bodies[1]);
    assert.doesNotMatch(String(bodies[0]), /slipway/);
    assert.equal(
      String(bodies[0]).replace(/rel_[^/]+/, ''),
      String(check.respondTo(plain, '0.9.0', request).answer.body).replace(/rel_[^/]+/, ''),
    );
    assert.equal(renderings(), 2, 'one for each of the two sites');
  });
});
