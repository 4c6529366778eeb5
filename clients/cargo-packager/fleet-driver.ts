import { createRequire } from 'node:module';
import { answer, readInput } from '../driver-io.ts';
import type { PackagerInput } from './driver-types.ts';

/* Many installations of one app, sequentially: each check is a real one with its own ID. */

interface Client {
  checkUpdate(version: string, options: object): Promise<{ version: string } | null>;
}

const {
  version,
  endpoint,
  publicKey: pubkey,
  executable: executablePath,
  ids,
} = readInput<PackagerInput & { ids: string[] }>();
const { checkUpdate } = createRequire(import.meta.url)('@crabnebula/updater-linux-x64-gnu') as Client;

const offered: (string | null)[] = [];
for (const id of ids) {
  const headers = { 'Slipway-Client': id };
  const found = await checkUpdate(version, { endpoints: [endpoint], pubkey, executablePath, headers });
  offered.push(found === null ? null : found.version);
}
answer({ offered });
