import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { exampleHost, readBlock } from '../document.ts';
import { findPackage } from '../fetched.ts';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { exe } from './built.ts';
import { configOf, runInstalled } from './installed.ts';

/* The documented `publish.url`, expanded by electron-builder itself as for app-update.yml. */

const builder = '26.17.0';
const { folder, reason } = await findPackage('app-builder-lib', builder);
const stage = await openStage();

/** electron-builder's internals: the content of app-update.yml and macro expansion. */
interface Builder {
  getAppUpdatePublishConfiguration(
    packager: object,
    targetOptions: null,
    arch: null,
    errorIfCannot: boolean,
  ): Promise<{ url: string }>;
  PlatformPackager: { prototype: { expandMacro: unknown } };
}

const loadBuilder = (): Builder => {
  const require = createRequire(import.meta.url);
  const load = (name: string) => require(join(folder ?? '', 'node_modules/app-builder-lib/out', name));
  return { ...load('publish/PublishManager.js'), ...load('platformPackager.js') };
};

/** The URL in app-update.yml of an app of this version with this `publish.url`. */
const expand = async (url: string, version: string): Promise<string> => {
  const { getAppUpdatePublishConfiguration, PlatformPackager } = loadBuilder();
  const appInfo = { version, channel: null, name: 'acme', sanitizedProductName: 'Acme' };
  const config = { publish: { provider: 'generic', url } };
  const platform = { name: 'linux', buildConfigurationKey: 'linux' };
  const { expandMacro } = PlatformPackager.prototype;
  const packager = {
    appInfo,
    config,
    platform,
    expandMacro,
    platformSpecificBuildOptions: {},
    info: { appInfo, config },
  };
  return (await getAppUpdatePublishConfiguration(packager, null, null, true)).url;
};

scenario(
  { client: 'electron-updater', missing: reason },
  `P2 the URL in CLIENTS.md, expanded by app-builder-lib ${builder}, contains the version`,
  async () => {
    const [, url = ''] = /url: (\S+)/.exec(await readBlock('electron-updater: the tests configure')) ?? [];
    for (const version of ['1.0.0', '2.0.0-beta.1'])
      assert.equal(await expand(url, version), `${exampleHost}/feeds/electron/stable/from/${version}`);
    const app = await stage.createApp();
    await app.publish({ version: '1.1.0' }, [exe()]);
    const config = configOf(await expand(url.replace(exampleHost, app.publicUrl), '1.0.0'));
    const found = await runInstalled(stage, app, { isDownloading: false, config });
    assert.deepEqual([found.error, found.version], [undefined, '1.1.0']);
    await app.isFleet({ 'windows-x86_64 1.0.0': [1, 1, 1] });
  },
);
