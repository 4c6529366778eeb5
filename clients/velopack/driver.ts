import { createRequire } from 'node:module';
import { answer, readInput } from '../driver-io.ts';
import type { Locator, VelopackInput, VelopackOutput } from './driver-types.ts';

/* The real Velopack as in an app: checks for an update and downloads it. */

interface Asset {
  Version: string;
  FileName: string;
  NotesMarkdown: string;
}

interface Update {
  TargetFullRelease: Asset;
  /** Unknown to the older client. */
  DeltasToTarget?: Asset[];
}

interface Manager {
  checkForUpdatesAsync(): Promise<Update | null>;
  downloadUpdateAsync(update: Update): Promise<void>;
}

type Logger = (level: string, message: string) => void;

interface Client {
  UpdateManager: new (url: string, options: object, locator: Locator) => Manager;
  VelopackApp: { build(): { setLogger?(keep: Logger): void } };
  /** Only in the older client. */
  setVelopackLogger?(keep: Logger): void;
}

const { client, url, name, locator } = readInput<VelopackInput>();
const require = createRequire(import.meta.url);
const load = {
  velopack: () => require('velopack'),
  'velopack-2025': () => require('velopack-2025'),
};

const output: VelopackOutput = { log: [] };

type Found = NonNullable<VelopackOutput['update']>;

const describeUpdate = ({ TargetFullRelease: target, DeltasToTarget: deltas = [] }: Update): Found => ({
  version: target.Version,
  fileName: target.FileName,
  notes: target.NotesMarkdown,
  deltas: deltas.map(({ FileName }) => FileName),
});

const keepLog = ({ VelopackApp, setVelopackLogger }: Client): void => {
  const keep: Logger = (level, message) => output.log.push(`${level} ${message}`);
  if (setVelopackLogger === undefined) VelopackApp.build().setLogger?.(keep);
  else setVelopackLogger(keep);
};

const update = async (velopack: Client): Promise<void> => {
  keepLog(velopack);
  const options = { AllowVersionDowngrade: false, ExplicitChannel: name, MaximumDeltasBeforeFallback: 10 };
  const manager = new velopack.UpdateManager(url, options, locator);
  const found = await manager.checkForUpdatesAsync();
  if (found === null) return;
  output.update = describeUpdate(found);
  await manager.downloadUpdateAsync(found);
};

try {
  await update(load[client]() as Client);
} catch (error) {
  output.error = (error as Error).message;
}
answer(output);
