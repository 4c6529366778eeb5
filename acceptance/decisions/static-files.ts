import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPublisher, tauriSignature } from '../publisher.ts';
import type { World } from '../world.ts';

/** feeds.md: `latest.json` of Tauri and of cargo-packager, for every app, and the latter's check. */
export const staticFilesSection = (world: World): void => {
  describe('The static documents of Tauri and cargo-packager', () => {
    test('name every platform that has a signature; without one, 204', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      for (const feed of ['tauri', 'cargo-packager'])
        assert.equal((await app.read(`/feeds/${feed}/stable/latest.json`)).status, 204);
      const signature = tauriSignature();
      const { release } = await app.publish({ version: '1.0.0', notes: 'n' }, [
        { target: 'darwin-aarch64', format: '.app.tar.gz', signature },
        { target: 'linux-deb-x86_64', format: '.deb', signature },
        { target: 'windows-x86_64', format: '.exe', signature },
        { target: 'windows-aarch64', format: '.exe' },
      ]);
      const url = (target: string) => `${app.publicUrl}/releases/download/${release.id}/${target}`;
      const mac = { url: url('darwin-aarch64'), signature };
      const windows = { url: url('windows-x86_64'), signature };
      const tauri = JSON.parse((await app.read('/feeds/tauri/stable/latest.json')).text);
      assert.deepEqual(tauri, {
        ...{ version: '1.0.0', notes: 'n', pub_date: release.pubDate },
        platforms: {
          ...{ 'darwin-aarch64': mac, 'darwin-aarch64-app': mac },
          ...{ 'windows-x86_64': windows, 'windows-x86_64-nsis': windows },
          'linux-x86_64-deb': { url: url('linux-deb-x86_64'), signature },
        },
      });
      const { platforms } = JSON.parse((await app.read('/feeds/cargo-packager/stable/latest.json')).text);
      assert.deepEqual(Object.keys(platforms).sort(), [
        ...['macos-aarch64', 'macos-aarch64-app', 'windows-x86_64', 'windows-x86_64-nsis'],
      ]);
      assert.deepEqual(platforms['macos-aarch64'], { ...mac, format: 'app' });
    });

    test('the cargo-packager check returns the format and accepts macos', async () => {
      const app = await createPublisher(world, { adapter: 'cargo-packager' });
      const { release } = await app.publish({ version: '1.1.0' }, [
        { target: 'darwin-aarch64', format: '.app.tar.gz', signature: tauriSignature() },
      ]);
      const body = JSON.parse((await app.read('/releases/stable/macos/aarch64/1.0.0')).text);
      assert.deepEqual(Object.keys(body), ['version', 'notes', 'pub_date', 'url', 'signature', 'format']);
      assert.equal(body.format, 'app');
      assert.equal(body.url, `${app.publicUrl}/releases/download/${release.id}/darwin-aarch64`);
      assert.equal((await app.read('/releases/stable/macos/aarch64/1.1.0')).status, 204);
    });
  });
};
