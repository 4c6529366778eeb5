import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../lab/service.ts';
import { createNarrator, expect, formatCount, type Narrator, tabulate } from './demo/narrator.ts';
import { type ShippedRelease, shipRelease, slug } from './demo/publisher.ts';
import { demoRollout } from './demo/rollout.ts';
import { updateClient } from './demo/updater.ts';

/*
 * `npm run demo`: a narrated release from nothing to an updated client, with the real server in its own process,
 * Tauri's real signer, and a client that verifies its download. `npm run demo -- rollout`: a bad release that stops
 * automatically. Exits with 1 on the first unexpected result.
 */

/** The chunk in flight when the connection broke may have arrived without being counted. */
const pieceBytes = 256 * 1024;

const showUsage = async (shipped: ShippedRelease, { step, show, heading }: Narrator): Promise<void> => {
  heading('What it cost');
  const { usage } = await shipped.client.getUsage(slug);
  const [row] = usage.rows;
  expect(row !== undefined && usage.rows.length === 1, `usage has ${usage.rows.length} rows`);
  expect(row.downloads === 1, `${row.downloads} downloads were counted`);
  const { sizeBytes } = shipped;
  expect(row.bytes > sizeBytes - pieceBytes && row.bytes < 2 * sizeBytes, `${row.bytes} bytes were counted`);
  step(
    'The bytes of both connections are counted, one download is complete',
    `GET /v1/apps/${slug}/usage → 200`,
  );
  show(
    tabulate([
      ['day', 'version', 'target', 'bytes', 'downloads'],
      [row.day, row.version, row.target, formatCount(row.bytes), formatCount(row.downloads)],
    ]),
  );
  show([`The file has ${formatCount(sizeBytes)} bytes; the rest lay in the buffers of the line that broke.`]);
};

interface DemoStory {
  title: string;
  run(service: Service, narrator: Narrator): Promise<void>;
}

const stories: Record<string, DemoStory> = {
  release: {
    title: 'A release from nothing to an updated client',
    run: async (service, narrator) => {
      const shipped = await shipRelease(service, narrator);
      await updateClient(shipped, narrator);
      await showUsage(shipped, narrator);
    },
  },
  rollout: { title: 'A bad release that is stopped automatically', run: demoRollout },
};

const run = async ({ run }: DemoStory, folder: string, narrator: Narrator): Promise<void> => {
  const { step, heading } = narrator;
  const startedAt = performance.now();
  heading('The service');
  const env = { SLIPWAY_ADMIN_KEY: randomBytes(24).toString('hex') };
  const service = await startService({ folder, env });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  step(
    `Process ${service.pid} answers after ${seconds} s at ${service.baseUrl}`,
    'node server/src/main.ts start',
  );
  try {
    await run(service, narrator);
  } catch (error) {
    await service.stop();
    throw error;
  }
  const code = await service.stop();
  expect(code === 0, `the service ended with ${code}`);
  heading('The end');
  step(`Process ${service.pid} ended in good order`, `SIGTERM → exit code ${code}`);
};

const say = (text: string): void => {
  process.stdout.write(text);
};
const [name = 'release'] = process.argv.slice(2);
const story = stories[name];
if (story === undefined) {
  process.stderr.write(`There is no story "${name}". There are: ${Object.keys(stories).join(', ')}.\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'slipway-demo-'));
const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.on('exit', removeFolder);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const startedAt = performance.now();
try {
  say(`${story.title}, on a temporary instance.\n`);
  const narrator = createNarrator(say);
  await run(story, folder, narrator);
  removeFolder();
  narrator.step('Its folder is removed', `rm -r ${folder}`);
  say(`\nAll of it was as it must be, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
} catch (error) {
  process.stderr.write(`\nNot as it must be: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
