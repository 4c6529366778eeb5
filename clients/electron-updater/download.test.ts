import assert from 'node:assert/strict';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { builtFor, exe, kinds } from './built.ts';
import { type Installation, runInstalled } from './installed.ts';

/* Full downloads, and the client's choice among several files. */

const stage = await openStage();
const client = 'electron-updater';
const older = 'electron-updater-4';

/** Publishes a file per target and returns the one that the client downloaded. */
const takes = async (files: readonly ReturnType<typeof builtFor>[], installation: Installation) => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0' }, files);
  const updated = await runInstalled(stage, app, installation);
  assert.equal(updated.error, undefined, updated.log.join('\n'));
  const taken = files.find(({ bytes }) => updated.bytes?.equals(bytes));
  assert.ok(taken, 'no file of the release');
  await app.counts(updated.wireBytes);
  return { target: taken.target, wireBytes: updated.wireBytes, fileBytes: taken.bytes.length };
};

const linux = [
  builtFor('linux-x86_64', '.AppImage'),
  builtFor('linux-deb-x86_64', '.deb'),
  builtFor('linux-aarch64', '.AppImage'),
];
const mac = [builtFor('darwin-x86_64', '.zip'), builtFor('darwin-aarch64', '.zip')];
const windows = ['windows-aarch64', 'windows-i686', 'windows-x86_64'].map((target) =>
  builtFor(target, '.exe', { fileName: 'Setup.exe' }),
);

const installations: [what: string, files: typeof linux, installation: Installation, target: string][] = [
  ['E4 downloads a Windows installer', [exe()], {}, 'windows-x86_64'],
  ['E4 downloads an AppImage', linux, { platform: 'linux' }, 'linux-x86_64'],
  ['E4 downloads an AppImage for arm64', linux, { platform: 'linux', arch: 'arm64' }, 'linux-aarch64'],
  ['E4 downloads a Debian package', linux, { platform: 'linux', packageType: 'deb' }, 'linux-deb-x86_64'],
  ['E4 downloads an archive for a Mac', mac, { platform: 'darwin' }, 'darwin-x86_64'],
  ['E4 downloads an archive for a Mac', mac, { platform: 'darwin', client: older }, 'darwin-x86_64'],
  ['E17 takes the Windows installer for x64', windows, {}, 'windows-x86_64'],
  ['E17 takes the Windows installer for arm64', windows, { arch: 'arm64' }, 'windows-aarch64'],
  ['E17 takes the Windows installer for ia32', windows, { arch: 'ia32' }, 'windows-i686'],
];

for (const [what, files, installation, target] of installations)
  scenario(installation.client ?? client, what, async () => {
    const { target: taken, ...measured } = await takes(files, installation);
    assert.equal(taken, target);
    return measured;
  });

scenario(client, 'E16 an app named after an architecture serves both kinds of Macs', async () => {
  const app = await stage.createApp({ slug: 'charm64' });
  await app.client.createChannel(app.slug, { name: 'arm64' });
  const pieces = ['darwin-x86_64', 'darwin-aarch64'].map((target) =>
    builtFor(target, '.zip', { fileName: 'charm64.zip' }),
  );
  await app.publish({ version: '1.1.0', channel: 'arm64' }, pieces);
  for (const [index, arch] of (['x64', 'arm64'] as const).entries()) {
    const updated = await runInstalled(stage, app, { platform: 'darwin', arch, feed: 'arm64' });
    assert.equal(updated.error, undefined, updated.log.join('\n'));
    assert.ok(pieces[index] && updated.bytes?.equals(pieces[index].bytes), arch);
  }
});

scenario(client, 'E18 notes with every control character arrive unchanged', async () => {
  const app = await stage.createApp();
  const codes = [...Array(0xa0).keys(), 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff].slice(1);
  const notes = `"': - #${String.fromCharCode(...codes)}`;
  await app.publish({ version: '1.1.0', notes }, kinds.win32(Buffer.from('installer')));
  const { notes: arrived } = await runInstalled(stage, app, { isDownloading: false });
  assert.equal(JSON.stringify(arrived), JSON.stringify(notes));
});
