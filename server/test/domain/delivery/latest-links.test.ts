import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLatestLinks } from '../../../src/domain/delivery/latest-links.ts';
import type { App } from '../../../src/domain/model/app.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { visitorOf } from '../../../src/http/client/visitor.ts';

const releaseOf = (sequence: number, targets: readonly string[], state = 'active') =>
  ({
    id: `rel_${sequence}`,
    channel: 'stable',
    version: `${sequence}.0.0`,
    notes: '',
    state: 'published',
    pubDate: '2026-01-01T00:00:00.000Z',
    sequence,
    policy: {},
    artifacts: targets.map((target) => ({ target, state, sha256: 'a'.repeat(64), sizeBytes: 1, facts: {} })),
  }) as unknown as ReleaseWithArtifacts;

const siteOf = (...releases: ReleaseWithArtifacts[]) =>
  makeSite({ host: 'h.localhost', baseUrl: 'http://h.localhost' }, { slug: 'h' } as App, releases);

const macAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17 Safari/605.1.15';
const agents: [string, ReturnType<typeof visitorOf>][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
    { system: 'windows', arch: 'x86_64' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 Chrome/120',
    { system: 'windows', arch: 'x86_64' },
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36', { system: 'windows', arch: undefined }],
  ['Mozilla/5.0 (Windows NT 10.0; ARM64) AppleWebKit/537.36', { system: 'windows', arch: 'aarch64' }],
  [macAgent, { system: 'darwin', arch: undefined }],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36',
    { system: 'linux', arch: 'x86_64' },
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux aarch64; rv:128.0) Gecko/20100101', { system: 'linux', arch: 'aarch64' }],
  ['Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36', { system: 'linux', arch: 'armv7' }],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120 Mobile',
    { system: undefined, arch: undefined },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
    { system: undefined, arch: undefined },
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36', { system: undefined, arch: undefined }],
  ['Mozilla/5.0 (X11; FreeBSD amd64; rv:128.0) Gecko/20100101', { system: undefined, arch: undefined }],
  ['curl/8.9.1', { system: undefined, arch: undefined }],
  ['', { system: undefined, arch: undefined }],
];

describe('who asks', () => {
  test('is told by the User-Agent', () => {
    for (const [agent, visitor] of agents)
      assert.deepEqual(visitorOf({ 'user-agent': agent }), visitor, agent);
    assert.deepEqual(visitorOf({}), { system: undefined, arch: undefined });
  });

  test('is told better by client hints', () => {
    const hints = (platform: string, arch: string, bitness: string) =>
      visitorOf({
        'user-agent': macAgent,
        'sec-ch-ua-platform': `"${platform}"`,
        'sec-ch-ua-arch': `"${arch}"`,
        'sec-ch-ua-bitness': `"${bitness}"`,
      });
    assert.deepEqual(hints('macOS', 'arm', '64'), { system: 'darwin', arch: 'aarch64' });
    assert.deepEqual(hints('macOS', 'x86', '64'), { system: 'darwin', arch: 'x86_64' });
    assert.deepEqual(hints('Windows', 'x86', '32'), { system: 'windows', arch: 'i686' });
    assert.deepEqual(hints('Android', 'arm', '64').system, undefined);
    assert.deepEqual(hints('macOS', '', ''), { system: 'darwin', arch: undefined });
  });
});

describe('permanent links', () => {
  const latestLinks = createLatestLinks();
  const found = (site: ReturnType<typeof siteOf>, target: string) => {
    const offer = latestLinks.find(site, 'stable', target);
    return offer && `${offer.release.version} ${offer.artifact.target}`;
  };

  test('lead to the newest release that has the place, in anyone’s words', () => {
    const site = siteOf(
      releaseOf(1, ['win32-x64', 'linux-deb-x86_64', 'kiosk-x86_64']),
      releaseOf(2, ['windows-x86_64', 'linux-x86_64']),
      releaseOf(3, ['linux-x86_64', 'linux-amd64']),
      releaseOf(4, ['windows-x86_64'], 'pruned'),
    );
    assert.equal(found(site, 'windows-x86_64'), '2.0.0 windows-x86_64');
    assert.equal(
      found(site, 'win32-x64'),
      '2.0.0 windows-x86_64',
      'the newer one, though not written just so',
    );
    assert.equal(found(site, 'linux-x64'), '3.0.0 linux-amd64');
    assert.equal(
      found(site, 'linux-x86_64'),
      '3.0.0 linux-x86_64',
      'of one release the one that is written just so',
    );
    assert.equal(found(site, 'linux-x64-deb'), '1.0.0 linux-deb-x86_64');
    assert.equal(found(site, 'kiosk-x86_64'), '1.0.0 kiosk-x86_64');
    for (const target of ['kiosk-x64', 'linux-rpm-x86_64', 'darwin-aarch64', 'linux', '', '__proto__'])
      assert.equal(found(site, target), undefined, target);
    assert.equal(latestLinks.find(site, 'beta', 'linux-x86_64'), undefined);
  });

  test('a Mac takes what is made for its architecture, else for both', () => {
    const both = siteOf(releaseOf(1, ['darwin-universal']));
    assert.equal(found(both, 'darwin-aarch64'), '1.0.0 darwin-universal');
    assert.equal(found(both, 'mac-x64'), '1.0.0 darwin-universal');
    const own = siteOf(releaseOf(1, ['darwin-universal']), releaseOf(2, ['darwin-aarch64']));
    assert.equal(found(own, 'darwin-aarch64'), '2.0.0 darwin-aarch64');
    assert.equal(found(siteOf(releaseOf(1, ['linux-universal'])), 'linux-x86_64'), undefined);
  });

  test('a visitor is led only where it can be told', () => {
    const site = siteOf(releaseOf(1, ['darwin-aarch64', 'windows-x86_64']));
    const versionFor = (visitor: Parameters<typeof latestLinks.findFor>[2]) =>
      latestLinks.findFor(site, 'stable', visitor)?.artifact.target;
    assert.equal(versionFor({ system: 'windows', arch: 'x86_64' }), 'windows-x86_64');
    assert.equal(versionFor({ system: 'darwin', arch: 'aarch64' }), 'darwin-aarch64');
    assert.equal(versionFor({ system: 'darwin', arch: undefined }), undefined);
    assert.equal(versionFor({ system: 'windows', arch: undefined }), undefined);
    assert.equal(versionFor({ system: undefined, arch: 'x86_64' }), undefined);
    const universal = siteOf(releaseOf(1, ['darwin-universal', 'darwin-aarch64']));
    const mac = { system: 'darwin', arch: undefined } as const;
    assert.equal(latestLinks.findFor(universal, 'stable', mac)?.artifact.target, 'darwin-universal');
  });

  test('a name that means another target is told from one that means nothing', () => {
    const site = siteOf(releaseOf(1, ['windows-x86_64']));
    assert.equal(latestLinks.hasOtherSpelling(site, 'stable', 'win32-x64'), true);
    assert.equal(latestLinks.hasOtherSpelling(site, 'stable', 'windows-x86_64'), false);
    assert.equal(latestLinks.hasOtherSpelling(site, 'stable', 'linux-x86_64'), false);
    assert.equal(latestLinks.hasOtherSpelling(site, 'beta', 'win32-x64'), false);
  });
});
