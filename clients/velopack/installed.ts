import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runDriver } from '../run-driver.ts';
import { openStage, type Stage } from '../stage.ts';
import type { Locator, Velopack, VelopackInput, VelopackOutput } from './driver-types.ts';
import { type Made, manifestOf, nupkgOf, type Pack, pack } from './packed.ts';

const driver = new URL('./driver.ts', import.meta.url);

/** Replaces Velopack's own program, which is not on npm: “patches” by writing all deltas into the new package. */
const patcher = `#!/bin/sh
[ "$1" = patch ] || exit 1
while [ $# -gt 0 ]; do
  case "$1" in
    --output) output=$2; : > "$output" ;;
    --delta) /bin/cat "$2" >> "$output" ;;
  esac
  shift
done
`;

/** An installed app. */
export interface Installation
  extends Pick<VelopackInput, 'client' | 'url'>,
    Partial<Pick<VelopackInput, 'name'>> {
  version?: string;
}

/** The outcome of a run: `bytes` is the package to apply. */
export interface Updated extends VelopackOutput {
  bytes?: Buffer;
}

/** Puts an app of this version, its package and its patcher into a folder. */
export const install = async (stage: Stage, version: string): Promise<Locator> => {
  const root = await stage.openFolder('installed');
  const packages = join(root, 'packages');
  await mkdir(packages);
  await writeFile(join(root, 'sq.version'), manifestOf(version));
  await writeFile(join(root, 'UpdateNix'), patcher, { mode: 0o755 });
  await writeFile(join(packages, `App-${version}-linux-full.nupkg`), nupkgOf(version, 1000));
  return {
    RootAppDir: root,
    UpdateExePath: join(root, 'UpdateNix'),
    PackagesDir: packages,
    ManifestPath: join(root, 'sq.version'),
    CurrentBinaryDir: root,
    IsPortable: false,
  };
};

/** Installs an app of this version and runs its updater. */
const runInstalled = async (stage: Stage, installation: Installation): Promise<Updated> => {
  const { version = '1.0.0', name = 'linux', ...rest } = installation;
  const locator = await install(stage, version);
  const input: VelopackInput = { ...rest, name, locator };
  const output = await runDriver<VelopackOutput>(driver, input);
  if (output.update === undefined || output.error !== undefined) return output;
  return { ...output, bytes: await readFile(join(locator.PackagesDir, output.update.fileName)) };
};

/** Overrides for an app that checks a channel. */
interface Overrides extends Omit<Installation, 'client' | 'url'> {
  /** The part of the URL after the channel. */
  base?: string;
  /** The update host, if not the app's own. */
  origin?: string;
}

/** The server with one app whose host resolves; each scenario uses its own channel. */
export const openVelopackStage = async () => {
  const stage = await openStage({ isResolvable: true });
  const app = await stage.createApp({ publicSlug: 'localhost' });
  const openChannel = async (client: Velopack) => {
    const channel = `c-${randomUUID().slice(0, 8)}`;
    await app.client.createChannel(app.slug, { name: channel });
    return {
      channel,
      publish: async (what: Pack, notes = '') => {
        const made: Made = pack(what);
        const { release } = await app.publish({ version: what.version, channel, notes }, made.pieces);
        return { ...made, release };
      },
      run: ({ base = '', origin = app.publicUrl, ...rest }: Overrides = {}) =>
        runInstalled(stage, { client, url: `${origin}/feeds/velopack/${channel}${base}`, ...rest }),
    };
  };
  return {
    stage,
    app,
    openChannel,
    runInstalled: (installation: Installation) => runInstalled(stage, installation),
  };
};
