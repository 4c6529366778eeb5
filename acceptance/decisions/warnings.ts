import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { type ArtifactInput, createPublisher, tauriSignature } from '../publisher.ts';
import type { World } from '../world.ts';

/** Decisions, "Rules": warnings of publish. */
export const warningsSection = (world: World): void => {
  const signed = (piece: ArtifactInput = {}): ArtifactInput => ({ signature: tauriSignature(), ...piece });

  /** Publishes after the given releases; returns the codes of the warnings. */
  const warnings = async (input: {
    adapter: 'tauri' | 'rest';
    before?: [string, ArtifactInput[]][];
    version: string;
    pieces: ArtifactInput[];
  }) => {
    const app = await createPublisher(world, { adapter: input.adapter });
    for (const [version, pieces] of input.before ?? []) await app.publish({ version }, pieces);
    const answer = await app.publish({ version: input.version }, input.pieces);
    assert.equal(answer.release.state, 'published');
    if (answer.release.warnings === undefined) return [];
    assert.deepEqual(await app.client.getRelease(app.slug, answer.release.id), { release: answer.release });
    for (const warning of answer.release.warnings) {
      assert.deepEqual(Object.keys(warning), ['code', 'detail']);
      assert.match(warning.code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(warning.detail.length > 0);
    }
    return answer.release.warnings;
  };

  describe('Warnings', () => {
    test('none if nothing is wrong', async () => {
      const before: [string, ArtifactInput[]][] = [['1.0.0', [signed()]]];
      assert.deepEqual(
        await warnings({ adapter: 'tauri', before, version: '1.1.0', pieces: [signed()] }),
        [],
      );
      assert.deepEqual(await warnings({ adapter: 'rest', version: 'nightly-1', pieces: [{}] }), []);
    });

    test('no artifacts', async () => {
      assert.equal((await warnings({ adapter: 'rest', version: '1.0.0', pieces: [] })).length, 1);
    });

    test('a version older than the latest', async () => {
      const input = { adapter: 'rest', before: [['2.0.0', [{}]]], version: '1.0.0', pieces: [{}] } as const;
      const found = await warnings({ ...input, before: [['2.0.0', [{}]]], pieces: [{}] });
      assert.equal(found.length, 1);
      assert.match(found[0]?.detail ?? '', /2\.0\.0/);
    });

    for (const version of ['1.0', 'nightly', '1.0.0.0', '01.0.0', '1.0.0_1']) {
      test(`a version that Tauri's clients cannot read: ${version}`, async () => {
        assert.equal((await warnings({ adapter: 'tauri', version, pieces: [signed()] })).length, 1);
      });
    }
    for (const version of ['v1.0.0', '1.0.0-beta.1', '1.0.0+5']) {
      test(`a version that Tauri's clients do read: ${version}`, async () => {
        assert.deepEqual(await warnings({ adapter: 'tauri', version, pieces: [signed()] }), []);
      });
    }

    test('no signature, in a Tauri app only', async () => {
      const found = await warnings({ adapter: 'tauri', version: '1.0.0', pieces: [{}] });
      assert.equal(found.length, 1);
      assert.match(found[0]?.detail ?? '', /linux-x86_64/);
      assert.deepEqual(await warnings({ adapter: 'rest', version: '1.0.0', pieces: [{}] }), []);
    });

    for (const [what, signature] of [
      ['a URL', 'https://example.com/app.sig'],
      ['raw minisign text', Buffer.from(tauriSignature(), 'base64').toString()],
      ['base64 of something else', Buffer.from('no signature').toString('base64')],
      ['words', 'signed by me'],
    ] as const) {
      test(`a signature that Tauri's clients cannot read: ${what}`, async () => {
        const found = await warnings({ adapter: 'tauri', version: '1.0.0', pieces: [{ signature }] });
        assert.equal(found.length, 1);
      });
    }

    test('a target of the previous release is missing', async () => {
      const before: [string, ArtifactInput[]][] = [['1.0.0', [{}, { target: 'darwin-aarch64' }]]];
      const found = await warnings({ adapter: 'rest', before, version: '1.1.0', pieces: [{}] });
      assert.equal(found.length, 1);
      assert.match(found[0]?.detail ?? '', /darwin-aarch64/);
    });

    test('a new draft has only the warnings about its version', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      await app.publish({ version: '2.0.0' }, [signed()]);
      const { release } = await app.client.createRelease(app.slug, { version: '1.0' });
      assert.deepEqual(
        (release.warnings ?? []).map(({ code }) => code),
        ['older-version', 'version-unreadable'],
      );
      const fine = await app.client.createRelease(app.slug, { version: '3.0.0' });
      assert.equal(fine.release.warnings, undefined);
    });

    const codesOf = async (
      pieces: ArtifactInput[],
      version = '1.0.0',
      before?: [string, ArtifactInput[]][],
    ) => {
      const input = { adapter: 'rest', version, pieces } as const;
      const found = await warnings(before === undefined ? input : { ...input, before });
      return found.map(({ code }) => code).toSorted();
    };
    const bytes = Buffer.from('bytes of a file');
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const sha1 = createHash('sha1').update(bytes).digest('hex');

    test('a file for electron-updater without a block map, or with a version that it cannot parse', async () => {
      const installer = { target: 'windows-x86_64', format: '.exe', bytes, sha512 };
      const map = { target: 'windows-x86_64.blockmap', companionOf: 'windows-x86_64', format: '.blockmap' };
      assert.deepEqual(await codesOf([installer]), ['blockmap-missing']);
      assert.deepEqual(await codesOf([installer, map]), []);
      assert.deepEqual(await codesOf([installer, map], 'r7'), ['version-unreadable']);
      const image = { target: 'linux-x86_64', format: '.AppImage', bytes, sha512 };
      assert.deepEqual(await codesOf([image]), ['blockmap-missing']);
    });

    test('a package that no list would include, or a delta from a release other than the previous one', async () => {
      const target = 'windows-x86_64';
      const full = { target, format: '.nupkg', bytes, sha1, fileName: 'App-1.1.0-full.nupkg' };
      const delta = {
        ...{ format: '.nupkg', bytes, sha1, fileName: 'App-1.1.0-delta.nupkg' },
        ...{ target: `${target}.delta`, companionOf: target },
      };
      const before: [string, ArtifactInput[]][] = [['1.0.0', [{ target }]]];
      assert.deepEqual(await codesOf([full, delta], '1.1.0', before), []);
      assert.deepEqual(await codesOf([full, { ...delta, deltaFrom: '1.0.0' }], '1.1.0', before), []);
      const other = { ...delta, deltaFrom: '0.9.0' };
      assert.deepEqual(await codesOf([full, other], '1.1.0', before), ['delta-base-unknown']);
      assert.deepEqual(await codesOf([{ target, format: '.nupkg', bytes }]), [
        'file-name-unfit',
        'sha1-missing',
      ]);
    });

    test('a file for Sparkle without a build number', async () => {
      const signature = Buffer.alloc(64, 7).toString('base64');
      const app = { target: 'darwin-universal', format: '.zip', signature };
      assert.deepEqual(await codesOf([app]), ['build-missing']);
      assert.deepEqual(await codesOf([{ ...app, build: '2043' }]), []);
    });

    test('lists have no warnings', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' }, []);
      assert.equal(release.warnings?.length, 1);
      const { releases } = await app.client.listReleases(app.slug);
      assert.deepEqual(
        releases.filter(({ warnings }) => warnings !== undefined),
        [],
      );
    });

    test('several at once', async () => {
      const before: [string, ArtifactInput[]][] = [
        ['2.0.0', [signed(), signed({ target: 'darwin-aarch64' })]],
      ];
      const found = await warnings({ adapter: 'tauri', before, version: '1.0', pieces: [{}] });
      assert.equal(new Set(found.map(({ code }) => code)).size, 4);
    });
  });
};
