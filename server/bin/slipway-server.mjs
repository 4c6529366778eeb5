#!/usr/bin/env node
// The command `slipway-server`. The service is TypeScript that Node.js 24 runs as it is; an older one does not even
// read it. This file is what older ones can read: they hand over to the Node.js that is installed as a package, or say
// in one sentence what is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const main = new URL('../src/main.ts', import.meta.url);
const [system, ending] = process.platform === 'win32' ? ['win', '.exe'] : [process.platform, ''];
const packaged = fileURLToPath(
  new URL(`../../node_modules/node-${system}-${process.arch}/bin/node${ending}`, import.meta.url),
);

/** Runs the program in the other Node.js as if it were this process: same words, same streams, same end. */
const handOver = () => {
  const child = spawn(packaged, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  const passOn = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, passOn);
    if (signal === null) process.exit(code === null ? 1 : code);
    process.kill(process.pid, signal);
  });
};

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  void import(main.href);
} else if (existsSync(packaged)) {
  handOver();
} else {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  process.stderr.write(
    `Slipway needs Node.js ${neededMajor} or later, and this is ${process.version} (${process.execPath}): install that, or run \`npm ci --omit=dev\` in ${root}, which brings it along.\n`,
  );
  process.exitCode = 1;
}
