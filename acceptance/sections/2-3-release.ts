import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Release } from '@slipway/api';
import { assertInvalid } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { assertSince } from '../since.ts';
import { lazily, unique, type World } from '../world.ts';

/** Spec 2.3 and its rows of 8: each field of a release, accepted at its limit and rejected above it. */
export const releaseSection = (world: World): void => {
  const shared = lazily(() => createPublisher(world));
  const create = async (body: unknown) => (await shared()).call('POST', '/releases', body);

  const accepted = async (body: Record<string, unknown>): Promise<Release> => {
    const answer = await create({ version: unique('1.0.0'), ...body });
    assert.equal(answer.status, 201, answer.text);
    return answer.json<{ release: Release }>().release;
  };
  const refused = async (body: Record<string, unknown>, field: string) =>
    assertInvalid(await create({ version: unique('1.0.0'), ...body }), field);

  describe('2.3 Release', () => {
    test('id: assigned by the service, used in the publish path and in download URLs', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      assert.match(release.id, /^rel_/);
      const { url } = (await app.check('stable/linux/x86_64/0.9')).json();
      assert.equal(url, `${app.publicUrl}/releases/download/${release.id}/linux-x86_64`);
    });

    test('version: required', async () => assertInvalid(await create({}), 'version'));

    for (const version of [
      '1',
      'a',
      'Z',
      `1${'x'.repeat(127)}`,
      '1.0.0-beta_1+build.5',
      'vNext',
      '2026-07',
    ]) {
      test(`version: ${version.length} characters as ${version.slice(0, 24)} are accepted`, async () => {
        assert.equal((await accepted({ version })).version, version);
      });
    }

    const refusedVersions: [string, unknown][] = [
      ['empty', ''],
      ['of 129 characters', '1'.repeat(129)],
      ['beginning with a dot', '.1'],
      ['beginning with a hyphen', '-1'],
      ['beginning with an underscore', '_1'],
      ['beginning with a plus', '+1'],
      ['beginning with a space', ' 1'],
      ['with a space', '1 0'],
      ['with a slash', '1/0'],
      ['with a percent sign', '1%2e'],
      ['with a letter outside ASCII', '1.é'],
      ['with a tilde', '1~rc'],
      ['ending with a newline', '1.0\n'],
      ['with a NUL', '1\u0000'],
      ['that is a number', 1],
      ['that is null', null],
      ['that is a list', ['1.0']],
    ];
    for (const [what, version] of refusedVersions) {
      test(`version: one ${what} is refused`, () => refused({ version }, 'version'));
    }

    test('channel: stable by default', async () => assert.equal((await accepted({})).channel, 'stable'));
    test('channel: not a string is refused', () => refused({ channel: 5 }, 'channel'));

    const notes: [string, string, boolean][] = [
      ['65,536 ASCII characters', 'n'.repeat(65_536), true],
      ['65,537 ASCII characters', 'n'.repeat(65_537), false],
      ['65,536 bytes of two-byte characters', 'é'.repeat(32_768), true],
      ['65,538 bytes of two-byte characters', 'é'.repeat(32_769), false],
      ['65,536 bytes of four-byte characters', '🚢'.repeat(16_384), true],
      ['65,537 bytes, the last one a byte after four-byte characters', `${'🚢'.repeat(16_384)}.`, false],
      ['65,536 characters that JSON writes with six each', '\u0001'.repeat(65_536), true],
    ];
    for (const [what, text, fits] of notes) {
      test(`notes: ${what} are ${fits ? 'accepted' : 'refused'}`, async () => {
        if (fits) assert.equal((await accepted({ notes: text })).notes, text);
        else await refused({ notes: text }, 'notes');
      });
    }
    test('notes: not a string is refused', () => refused({ notes: {} }, 'notes'));
    test('notes: an empty string by default', async () => assert.equal((await accepted({})).notes, ''));

    const dates: [string, string][] = [
      ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
      ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
      ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05Z'],
      ['2026-01-02', '2026-01-02T00:00:00Z'],
      ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z'],
      ['2026-01-02 03:04:05', '2026-01-02T03:04:05Z'],
      ['Jan 2, 2026', '2026-01-02T00:00:00Z'],
      ['Fri, 02 Jan 2026 03:04:05 GMT', '2026-01-02T03:04:05Z'],
      ['2 January 2026 03:04 EST', '2026-01-02T08:04:00Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
      ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ];
    for (const [input, expected] of dates) {
      test(`pubDate: ${input} is ${expected}`, async () => {
        const { pubDate } = await accepted({ pubDate: input });
        assert.equal(new Date(pubDate).toISOString(), new Date(expected).toISOString());
      });
    }
    for (const pubDate of [
      '',
      'tomorrow',
      '2026-13-01',
      '0000-12-31T23:59:59Z',
      '+010000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-01:00',
      1767323045000,
    ]) {
      test(`pubDate: ${JSON.stringify(pubDate)} is refused`, () => refused({ pubDate }, 'pubDate'));
    }
    test('null for an optional field means its default', async () => {
      const before = Date.now();
      const release = await accepted({ channel: null, notes: null, pubDate: null });
      assert.deepEqual([release.channel, release.notes], ['stable', '']);
      assertSince(release.pubDate, before);
    });
    test('pubDate: the request time by default', async () => {
      const before = Date.now();
      assertSince((await accepted({})).pubDate, before);
    });
    test('pub_date: the value of pubDate, regardless of the publication time', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0', pubDate: '1999-12-31T23:59:59Z' });
      assert.equal((await app.latest()).json().pub_date, '1999-12-31T23:59:59.000Z');
    });

    test('publication time: none on a draft, the current time of the server once published', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ pubDate: '2001-01-01T00:00:00Z' });
      assert.equal(draft.publishedAt, null);
      const before = Date.now();
      const { release } = await app.client.publishRelease(app.slug, draft.id);
      assertSince(release.publishedAt, before);
    });

    test('one response names all invalid fields', async () =>
      assertInvalid(
        await create({ version: '/', channel: 1, notes: 2, pubDate: 'never' }),
        'version',
        'channel',
        'notes',
        'pubDate',
      ));

    test('a rejected request stores nothing', async () => {
      const app = await createPublisher(world);
      await app.call('POST', '/releases', { version: '1.0.0', notes: 5 });
      assert.deepEqual((await app.client.listReleases(app.slug)).releases, []);
    });
  });
};
