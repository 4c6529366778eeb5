import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feeds } from '../../../src/adapters/registry.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { Policy } from '../../../src/domain/model/policy.ts';
import { versionNotReportedWarnings } from '../../../src/domain/releases/version-not-reported.ts';
import { universal } from '../../adapters/feeds/signed.ts';
import { artifactOf, releaseOf } from '../../adapters/feeds/stage.ts';
import { fullOf } from '../../adapters/feeds/velopack-stage.ts';

/* Version rules, and updaters that send no version. */

const milestone: Policy = { milestone: { reason: 'Moves the settings.' } };
const from: Policy = { from: { except: ['1.4.1'] } };

const electron = artifactOf('windows-x86_64', '.exe', { facts: { sha512: `${'a'.repeat(86)}==` } });
const image = artifactOf('linux-x86_64', '.AppImage');
const zsync = artifactOf('linux-x86_64.zsync', '.zsync', { companionOf: 'linux-x86_64' });

const warningsFor = (policy: Policy, ...artifacts: Artifact[]) =>
  versionNotReportedWarnings(releaseOf('2.0.0', artifacts, { channel: 'pre+view', policy }), feeds);

const codes = (...args: Parameters<typeof warningsFor>): string[] =>
  warningsFor(...args).map(({ code }) => code);
const [electronSaid = ''] = warningsFor(milestone, electron).map(({ detail }) => detail);

describe('a rule that depends on the client’s version', () => {
  test('causes a warning for updaters that read a feed without sending a version, with the URL to use', () => {
    assert.equal(
      electronSaid,
      'Updaters that send no version (electron-updater) skip this milestone. ' +
        'Give each build a URL with its own version: /feeds/electron/pre%2Bview/from/{version}/…',
    );
    assert.match(
      warningsFor(from, universal())[0]?.detail ?? '',
      /\(Sparkle\) get this release whatever version they have\..*\/feeds\/sparkle\/pre%2Bview\/from\//,
    );
    const both = warningsFor({ ...milestone, ...from }, electron, universal());
    assert.deepEqual([both.length, both[0]?.code], [1, 'version-not-reported']);
    assert.match(
      both[0]?.detail ?? '',
      /\(electron-updater, Sparkle\) skip .* and get .*\/feeds\/electron\/.*\/feeds\/sparkle\//,
    );
  });

  test('causes the warning for a declared file before its upload, too', () => {
    const { state: _, facts, ...rest } = electron;
    const declared = { ...rest, facts };
    const release = { version: '2.0.0', channel: 'stable', policy: milestone, artifacts: [declared] };
    assert.equal(versionNotReportedWarnings(release, feeds).length, 1);
  });

  test('causes a separate warning for zsync files, whose URLs have no version', () => {
    assert.deepEqual(codes(milestone, image), []);
    const [warning] = warningsFor(milestone, image, zsync);
    assert.match(warning?.detail ?? '', /\(zsync\).*They can’t send one/);
  });

  test('causes no warning if clients send their version or no rule needs it', () => {
    assert.deepEqual(codes(milestone, fullOf('windows-nupkg-x86_64', 'App-2.0.0-full.nupkg')), []);
    assert.deepEqual(codes({}, electron), []);
    assert.deepEqual(codes({ critical: true, heldTargets: ['windows-x86_64'] }, electron), []);
    assert.deepEqual(codes(milestone), []);
  });
});
