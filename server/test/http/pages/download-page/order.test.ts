import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { orderFiles } from '../../../../src/domain/delivery/download-page-order.ts';
import { createLatestLinks, type Visitor } from '../../../../src/domain/delivery/latest-links.ts';
import { published, siteOf } from './stage.ts';

const everything = {
  'linux-x86_64': '.AppImage',
  'linux-deb-x86_64': '.deb',
  'linux-aarch64': '.AppImage',
  'windows-x86_64': '.nsis.zip',
  'windows-exe-x86_64': '.exe',
  'windows-i686': '.exe',
  'darwin-aarch64': '.app.tar.gz',
  'darwin-dmg-aarch64': '.dmg',
  'darwin-x86_64': '.app.tar.gz',
  'darwin-dmg-x86_64': '.dmg',
  kiosk: '.bin',
};

describe('the files of a download page', () => {
  const arranged = (files: Readonly<Record<string, string>>, visitor: Partial<Visitor>) => {
    const offers = createLatestLinks().filesOf(siteOf([published(1, files)]), 'stable');
    const { first, others } = orderFiles(offers, { system: undefined, arch: undefined, ...visitor });
    assert.equal(first.length + others.length, offers.length, 'each is shown once');
    return [first, others].map((some) => some.map(({ artifact }) => artifact.target));
  };
  const firstFor = (visitor: Partial<Visitor>, files = everything as Record<string, string>) =>
    arranged(files, visitor)[0];

  test('start with the installer for the visitor’s machine', () => {
    assert.deepEqual(firstFor({ system: 'linux', arch: 'x86_64' }), ['linux-x86_64']);
    assert.deepEqual(firstFor({ system: 'linux', arch: 'aarch64' }), ['linux-aarch64']);
    assert.deepEqual(firstFor({ system: 'windows', arch: 'x86_64' }), ['windows-exe-x86_64']);
    assert.deepEqual(firstFor({ system: 'darwin', arch: 'aarch64' }), ['darwin-dmg-aarch64']);
    const alike = { 'linux-deb-x86_64': '.bin', 'linux-x86_64': '.bin' };
    assert.deepEqual(firstFor({ system: 'linux', arch: 'x86_64' }, alike), ['linux-x86_64']);
  });

  test('start with one for each architecture if it is unknown', () => {
    assert.deepEqual(firstFor({ system: 'darwin' }), ['darwin-dmg-aarch64', 'darwin-dmg-x86_64']);
    assert.deepEqual(firstFor({ system: 'windows' }), ['windows-exe-x86_64', 'windows-i686']);
    const universal = { 'darwin-universal': '.dmg', 'darwin-aarch64': '.app.tar.gz' };
    assert.deepEqual(firstFor({ system: 'darwin' }, universal), ['darwin-universal']);
  });

  test('start with one that the machine can emulate if there is no native one', () => {
    const old = { 'windows-i686': '.exe', 'darwin-x86_64': '.dmg', 'linux-x86_64': '.deb' };
    assert.deepEqual(firstFor({ system: 'windows', arch: 'x86_64' }, old), ['windows-i686']);
    assert.deepEqual(firstFor({ system: 'windows', arch: 'aarch64' }, old), ['windows-i686']);
    assert.deepEqual(firstFor({ system: 'darwin', arch: 'aarch64' }, old), ['darwin-x86_64']);
    assert.deepEqual(firstFor({ system: 'linux', arch: 'aarch64' }, old), []);
    assert.deepEqual(firstFor({ system: 'windows', arch: 'i686' }, { 'windows-x86_64': '.exe' }), []);
  });

  test('start with none for an unknown system', () => {
    const [first, others] = arranged(everything, { arch: 'x86_64' });
    assert.deepEqual(first, []);
    assert.deepEqual(others?.slice(0, 2), ['windows-exe-x86_64', 'windows-x86_64']);
    assert.equal(others?.at(-1), 'kiosk');
  });

  test('continue with others for the same system, installers before update archives', () => {
    const [, others] = arranged(everything, { system: 'darwin', arch: 'aarch64' });
    assert.deepEqual(others?.slice(0, 3), ['darwin-aarch64', 'darwin-dmg-x86_64', 'darwin-x86_64']);
  });

  test('are those of the permanent links: an alias of a target adds no file', () => {
    const site = siteOf([
      published(1, { 'win32-x64': '.exe', 'linux-x86_64': '.AppImage' }),
      published(2, { 'windows-x86_64': '.exe' }),
    ]);
    const files = createLatestLinks().filesOf(site, 'stable');
    assert.deepEqual(
      files.map(({ release, artifact }) => [release.version, artifact.target]),
      [
        ['1.0.0', 'linux-x86_64'],
        ['2.0.0', 'windows-x86_64'],
      ],
    );
  });
});
