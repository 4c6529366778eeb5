import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { parseVersion } from '@slipway/core/version.ts';
import { adapters } from '../../src/adapters/registry.ts';
import type { RenderedResponse, ResponseExtras } from '../../src/domain/model/adapter.ts';
import type { Artifact } from '../../src/domain/model/artifact.ts';
import type { Offer } from '../../src/domain/model/offer.ts';

/*
 * Installed apps read these bytes for years. Each file under an adapter's golden/ holds one response as sent: the
 * status, the content type, an empty line, the body. A change here is a change of the contract.
 */

const folderOf = (id: string): URL => new URL(`../../src/adapters/${id}/golden/`, import.meta.url);
const url = 'https://hello.example.com/releases/download/rel_1/darwin-aarch64';

const offerOf = (release: Partial<Offer['release']>, artifact: Partial<Artifact>): Offer => {
  const version = release.version ?? '1.2.3';
  return {
    ...{ rollout: undefined, from: undefined, minimumSystem: undefined, isHeld: false, signedBy: undefined },
    version: parseVersion(version),
    release: { version, notes: '', pubDate: '2026-01-31T12:34:56.789Z', ...release } as Offer['release'],
    artifact: { sizeBytes: 1, sha256: 'a'.repeat(64), signature: undefined, ...artifact } as Artifact,
  };
};

const offers: Record<string, Offer> = {
  update: offerOf(
    { notes: 'Faster start.\nFewer crashes.' },
    {
      ...{ format: '.app.tar.gz', sizeBytes: 5_368_709_120, sha256: '0123456789abcdef'.repeat(4) },
      signature: 'dW50cnVzdGVkIGNvbW1lbnQ=',
    },
  ),
  'without-signature': offerOf({ version: 'v2.0.0-beta.1+build.5' }, {}),
  'odd-text': offerOf(
    { notes: '“Grüße” 🚀 </script> \u2028 "quoted" \\ \t end', pubDate: '0001-01-01T00:00:00.000Z' },
    { sizeBytes: Number.MAX_SAFE_INTEGER },
  ),
};

/** Only these adapters have fields for response extras; the others respond as before. */
const adaptersWithExtras = ['tauri', 'rest'];
const extras: Record<string, ResponseExtras> = {
  'extras-critical': { critical: true, minimumVersion: '1.2.0' },
  'extras-none': { critical: false, minimumVersion: null },
};

const wire = ({ status, contentType, body }: RenderedResponse): string =>
  `HTTP ${status}\ncontent-type: ${contentType ?? 'none'}\n\n${body}`;

for (const adapter of adapters) {
  describe(`response bytes of ${adapter.id}`, () => {
    const cases: Record<string, () => RenderedResponse> = {
      ...Object.fromEntries(
        Object.entries(offers).map(([name, offer]) => [name, () => adapter.renderUpdate(offer, url)]),
      ),
      'up-to-date': () => adapter.renderUpToDate(),
    };
    const update = offers.update as Offer;
    const extrasCases = Object.entries(extras).map(([name, one]) => [
      name,
      () => adapter.renderUpdate(update, url, one),
    ]);
    if (adaptersWithExtras.includes(adapter.id)) Object.assign(cases, Object.fromEntries(extrasCases));
    else
      test('omit extras that the protocol has no field for', () => {
        for (const one of Object.values(extras))
          assert.deepEqual(adapter.renderUpdate(update, url, one), adapter.renderUpdate(update, url));
      });

    for (const [name, render] of Object.entries(cases)) {
      test(name, async () => {
        const golden = await readFile(new URL(`${name}.http`, folderOf(adapter.id)), 'utf8');
        assert.equal(wire(render()), golden);
      });
    }

    test('every golden file belongs to a case', async () => {
      const files = await readdir(folderOf(adapter.id));
      assert.deepEqual(
        files.sort(),
        Object.keys(cases)
          .map((name) => `${name}.http`)
          .sort(),
      );
    });
  });
}
