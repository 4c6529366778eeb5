import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const demo = fileURLToPath(new URL('../../../scripts/demo.ts', import.meta.url));

/** Whether a process still exists. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Runs the demo with its own temporary folder; returns what it left there. */
export const runDemo = async (stories: readonly string[], nodeOptions = '') => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-test-'));
  try {
    const child = spawn(process.execPath, [demo, ...stories], {
      env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: nodeOptions },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    const pid = Number(/Process (\d+) answers/.exec(stdout)?.[1]);
    const left = (await readdir(folder)).filter((name) => name.startsWith('slipway-demo'));
    return { code, stdout, stderr, pid, left };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The parts that are missing or out of order. */
export const missingIn = (output: string, parts: readonly string[]): string[] => {
  let from = 0;
  return parts.filter((part) => {
    const at = output.indexOf(part, from);
    if (at !== -1) from = at;
    return at === -1;
  });
};
