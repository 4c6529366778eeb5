import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readAppArches } from '../../src/discover/app-archive.ts';
import { discover } from '../../src/discover/discover.ts';
import { parseMachHeader } from '../../src/formats/mach-o.ts';
import { appArchive, infoPlist, machBinary, tarGz } from '../app-archive.ts';
import { makeFolder } from '../folder.ts';

const archesOf = async (t: TestContext, bytes: Buffer): Promise<string[]> => {
  const folder = await makeFolder(t, { 'Acme.app.tar.gz': bytes });
  return await readAppArches(join(folder, 'Acme.app.tar.gz'));
};

const contents = 'Acme.app/Contents';

test('the architecture of a Mac bundle is read from its executable', async (t) => {
  for (const [cpus, arches] of [
    [['aarch64'], ['aarch64']],
    [['x86_64'], ['x86_64']],
    [
      ['x86_64', 'aarch64'],
      ['aarch64', 'x86_64'],
    ],
  ] as const)
    assert.deepEqual(await archesOf(t, await appArchive('Acme', cpus)), arches);
});

test('a bundle that a CI job downloaded is published for its architecture', async (t) => {
  const path = 'dist/bundle-macos-latest/macos/Acme.app.tar.gz';
  const folder = await makeFolder(t, { [path]: await appArchive('Acme', ['aarch64']) });
  const { bundles } = await discover(['dist'], folder);
  assert.deepEqual(
    bundles.map(({ os, arches }) => [os, arches]),
    [['darwin', ['aarch64']]],
  );
});

test('the main executable decides, wherever Info.plist and sidecars are in the archive', async (t) => {
  const files: [string, string | Buffer][] = [
    [`${contents}/MacOS/ffmpeg`, machBinary(['x86_64'])],
    [`${contents}/MacOS/acme`, machBinary(['aarch64'])],
    [`${contents}/Info.plist`, infoPlist('acme')],
    [`${contents}/MacOS/start.sh`, '#!/bin/sh\n'],
  ];
  for (const order of [files, files.toReversed()])
    assert.deepEqual(await archesOf(t, await tarGz(Object.fromEntries(order))), ['aarch64']);
  const { [`${contents}/Info.plist`]: _, ...without } = Object.fromEntries(files);
  assert.deepEqual(await archesOf(t, await tarGz(without)), [], 'executables that differ, none named');
});

test('long names are read in every tar format', async (t) => {
  const name = 'A'.repeat(90);
  const files = {
    [`${name}.app/Contents/Resources/${'r'.repeat(90)}`]: 'resource',
    [`${name}.app/Contents/MacOS/${name}`]: machBinary(['aarch64']),
  };
  for (const format of ['gnu', 'pax', 'ustar']) {
    const bytes = await tarGz(files, [`--format=${format}`]).catch(() => undefined);
    assert.ok(bytes !== undefined, format);
    assert.deepEqual(await archesOf(t, bytes), ['aarch64'], format);
  }
});

test('executables in other folders are ignored', async (t) => {
  const bytes = await tarGz({
    [`${contents}/Frameworks/Helper.app/Contents/MacOS/helper`]: machBinary(['x86_64']),
    [`${contents}/Resources/MacOS/tool`]: machBinary(['x86_64']),
  });
  assert.deepEqual(await archesOf(t, bytes), []);
});

test('a broken archive or another file gives no architecture', async (t) => {
  const whole = await appArchive('Acme', ['aarch64']);
  const badSize = Buffer.alloc(1024);
  badSize.write(`${contents}/MacOS/acme`, 0);
  badSize.write('99999999999', 124);
  const cases = [Buffer.from('app 1.0.0'), Buffer.alloc(0), whole.subarray(0, 60), gzipSync(badSize)];
  for (const bytes of cases) assert.deepEqual(await archesOf(t, bytes), []);
});

test('an archive that unpacks to gigabytes is read only up to a limit', async (t) => {
  // The executable comes after a 1 GiB entry; each member of the gzip file unpacks to 64 MiB of it.
  const entry = (name: string, sizeBytes: number): Buffer => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(sizeBytes.toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    return header;
  };
  const member = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const binary = machBinary(['aarch64'], 480);
  const executable = Buffer.concat([entry(`${contents}/MacOS/acme`, binary.length), binary]);
  const after = (members: number): Buffer =>
    Buffer.concat([
      gzipSync(entry(`${contents}/Resources/zeros`, members * 64 * 1024 * 1024)),
      ...Array<Buffer>(members).fill(member),
      gzipSync(executable),
    ]);
  assert.deepEqual(await archesOf(t, after(1)), ['aarch64']);
  assert.deepEqual(await archesOf(t, after(16)), []);
});

test('a Java class file and a truncated header are not executables', () => {
  const java = Buffer.alloc(64);
  java.writeUInt32BE(0xcafebabe, 0);
  java.writeUInt32BE(0x00000041, 4);
  assert.deepEqual(parseMachHeader(java), []);
  assert.deepEqual(parseMachHeader(machBinary(['x86_64', 'aarch64']).subarray(0, 20)), []);
  assert.deepEqual(parseMachHeader(Buffer.alloc(4)), []);
});
