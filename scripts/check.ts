import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/* `npm run check`: all static checks, as many at a time as there are cores. */

const root = fileURLToPath(new URL('../', import.meta.url));

/** The longest first, so that the short ones fill the gaps. */
const steps = [
  'tsc --noEmit',
  'knip',
  'node scripts/check-imports.mjs',
  'tsc -p web/test',
  'node scripts/check-vocabulary.mjs',
  'tsc -p cli',
  'biome ci --error-on-warnings --log-level=warn',
  'node scripts/docs.ts --check',
  'tsc -p web',
];

/** A compiler produces much garbage: a larger young generation saves a sixth of the time. */
const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=128` };

const run = (step: string): Promise<boolean> =>
  new Promise((resolve) => {
    // On Windows the tools are scripts that only a shell starts.
    const child = spawn(step, { cwd: root, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      if (code !== 0) console.error(`\n${step} failed:`);
      process.stderr.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

const waiting = [...steps];
const work = async (): Promise<boolean> => {
  let passed = true;
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
    passed = (await run(step)) && passed;
  return passed;
};

const results = await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
process.exit(results.every(Boolean) ? 0 : 1);
