import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildDeltaChain, type DeltaLink, selectListed } from '../../../src/domain/decision/delta-chain.ts';
import { releaseOf } from './stage.ts';

const linksOf = (...links: [version: string, deltaFrom?: string][]): DeltaLink[] =>
  links.map(([version, deltaFrom]) => ({ version, deltaFrom }));

/** Applies deltas as a client does, each above its version in order, and returns the final version. */
const applyAll = (client: number, deltas: readonly DeltaLink[]): number | undefined => {
  let at = client;
  for (const { version, deltaFrom } of deltas.toSorted((a, b) => Number(a.version) - Number(b.version))) {
    if (Number(version) <= client) continue;
    if (Number(deltaFrom) !== at) return undefined;
    at = Number(version);
  }
  return at;
};

describe('delta chains', () => {
  test('follow deltas from the newest release down to the first without one', () => {
    const chain = buildDeltaChain(linksOf(['4', '3'], ['3', '2'], ['2'], ['1', '0']));
    assert.deepEqual(chain.deltas, ['4', '3']);
    assert.deepEqual([...chain.reachable], ['3', '2']);
  });

  test('are empty if a delta starts from an unlisted release or from itself, and without releases', () => {
    assert.deepEqual(buildDeltaChain(linksOf(['4', '3'], ['2', '1'], ['1'])).deltas, []);
    assert.deepEqual(buildDeltaChain([]).deltas, []);
    assert.deepEqual(buildDeltaChain(linksOf(['4', '4'])).deltas, []);
  });

  test('a client that gets deltas can apply all of them in order and reaches the newest version', () => {
    const links = fc
      .uniqueArray(fc.tuple(fc.nat(30), fc.option(fc.nat(30), { nil: undefined })), { selector: ([v]) => v })
      .map((all) =>
        all
          .toSorted(([a], [b]) => b - a)
          .map(([version, from]): DeltaLink => ({ version: String(version), deltaFrom: from?.toString() })),
      );
    fc.assert(
      fc.property(links, (list) => {
        const { deltas, reachable } = buildDeltaChain(list);
        const listed = list.filter(({ version }) => deltas.includes(version));
        for (const version of reachable)
          assert.equal(applyAll(Number(version), listed), Number(list[0]?.version));
      }),
      { numRuns: 3000 },
    );
  });

  test('a list contains the latest release and earlier ones that are not newer', () => {
    const releases = ['1.1.0', '2.0.0', '1.0.0', 'odd', '0.9.0'].map((version) => releaseOf(version, []));
    const versions = (most: number) => selectListed(releases, most).map(({ version }) => version);
    assert.deepEqual(versions(25), ['1.1.0', '1.0.0', 'odd', '0.9.0']);
    assert.deepEqual(versions(1), ['1.1.0', '1.0.0']);
    assert.deepEqual(selectListed([], 25), []);
  });

  test('a percentage in front does not list releases that are newer than the one for everyone', () => {
    const releases = ['1.5.1', '1.4.1', '1.5.0', '1.4.0'].map((version) => releaseOf(version, []));
    const shares = new Map([[releases[0]?.id ?? '', 10]]);
    const listed = selectListed(releases, 25, shares).map(({ version }) => version);
    assert.deepEqual(listed, ['1.5.1', '1.4.1', '1.4.0']);
  });
});
