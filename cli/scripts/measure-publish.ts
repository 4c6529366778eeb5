import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { adminKey, type Service, startService } from '../test/service.ts';
import { build } from './build.ts';

/*
 * A large publish beside `curl -T` to the same upload listener in the same run, turn by turn. Needs curl and Linux's
 * /proc, so it is a command of its own:
 *   node cli/scripts/measure-publish.ts [--mib 1024] [--rounds 3]
 */

const { values } = parseArgs({
  options: { mib: { type: 'string', default: '1024' }, rounds: { type: 'string', default: '3' } },
});
const mib = Number(values.mib);
const rounds = Number(values.rounds);

const writeFileOf = async (path: string, sizeMib: number): Promise<string> => {
  const hash = createHash('sha256');
  const block = randomBytes(1024 * 1024);
  const file = await open(path, 'w');
  for (let index = 0; index < sizeMib; index += 1) {
    block.writeUInt32LE(index);
    hash.update(block);
    await file.write(block);
  }
  await file.sync();
  await file.close();
  return hash.digest('hex');
};

interface Finished {
  seconds: number;
  peakMib: number;
  lines: { at: number; text: string }[];
}

/** Runs a process to its end, noting each line's time and the most memory it ever held. */
const runToEnd = async (
  command: string,
  args: string[],
  env: Record<string, string | undefined>,
): Promise<Finished> => {
  const started = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Finished['lines'] = [];
  createInterface(child.stdout).on('line', (text) => lines.push({ at: performance.now(), text }));
  let peakMib = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMib = Math.max(peakMib, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 20);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, peakMib, lines };
};

const curlOnce = async (
  service: Service,
  path: string,
  options: { version: string; sha256: string; size: number },
) => {
  const { version, sha256, size } = options;
  await service.client.createRelease('big', { version });
  const declared = { version, target: 'linux-x86_64', format: '.bin', size, sha256 };
  const { uploadUrl, headers } = await service.client.presignArtifact('big', declared);
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  return await runToEnd('curl', ['-sS', '--fail', '-T', path, ...flags, uploadUrl], {});
};

const cliOnce = async (service: Service, path: string, version: string) => {
  const bin = join(folder, 'cli', 'slipway.js');
  const args = [
    bin,
    'publish',
    '--app',
    'big',
    '--release',
    version,
    '--target',
    `linux-x86_64=${path}`,
    '--json',
  ];
  const finished = await runToEnd(process.execPath, args, {
    SLIPWAY_URL: service.url,
    SLIPWAY_KEY: adminKey,
  });
  const at = (event: string) =>
    finished.lines.find(({ text }) => text.includes(`"event":"${event}"`))?.at ?? 0;
  const between = (from: string, to: string) => (at(to) - at(from)) / 1000;
  return {
    ...finished,
    hashSeconds: between('hashing', 'uploading'),
    uploadSeconds: between('uploading', 'uploaded'),
    publishSeconds: between('uploaded', 'published'),
  };
};

const median = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

const folder = await mkdtemp(join(tmpdir(), 'slipway-measure-'));
const service = await startService();
try {
  await build(join(folder, 'cli'));
  await service.client.createApp({ slug: 'big', adapter: 'rest' });
  const path = join(folder, 'large.bin');
  const sha256 = await writeFileOf(path, mib);
  await writeFileOf(join(folder, 'small.bin'), 1);
  const small = await cliOnce(service, join(folder, 'small.bin'), '0.0.1');
  const [curl, whole, upload, peak]: number[][] = [[], [], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    const size = mib * 1024 * 1024;
    const byCurl = await curlOnce(service, path, { version: `0.0.1-curl.${round}`, sha256, size });
    const byCli = await cliOnce(service, path, `1.${round}.0`);
    curl?.push(mib / byCurl.seconds);
    whole?.push(mib / byCli.seconds);
    upload?.push(mib / byCli.uploadSeconds);
    peak?.push(byCli.peakMib);
    console.log(
      `round ${round}: curl -T ${byCurl.seconds.toFixed(2)} s, publish ${byCli.seconds.toFixed(2)} s, of which hash ${byCli.hashSeconds.toFixed(2)}, upload ${byCli.uploadSeconds.toFixed(2)}, publish call ${byCli.publishSeconds.toFixed(2)}; peak ${byCli.peakMib.toFixed(0)} MiB`,
    );
  }
  const base = median(curl ?? []);
  console.log(`curl -T        ${base.toFixed(0)} MiB/s`);
  console.log(
    `whole publish  ${median(whole ?? []).toFixed(0)} MiB/s, ${((100 * median(whole ?? [])) / base).toFixed(0)} %`,
  );
  console.log(
    `upload alone   ${median(upload ?? []).toFixed(0)} MiB/s, ${((100 * median(upload ?? [])) / base).toFixed(0)} %`,
  );
  console.log(
    `peak memory    ${Math.max(...(peak ?? [])).toFixed(0)} MiB for ${mib} MiB, ${small.peakMib.toFixed(0)} MiB for 1 MiB`,
  );
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
