import { getAsset, getRawAsset } from 'node:sea';
import { Script } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { version } from '../../../cli/src/version.ts';

/*
 * The single executable: `serve` starts the server, `server` runs an operator command, every other word is a CLI
 * command. Each half is a script of its own, so that neither holds the other's source in memory.
 */

/** Inflates a source in one piece: many small ones would leave the heap of the C library fragmented. */
const sourceBytes = 8 * 1024 * 1024;

const runHalf = (half: 'server' | 'cli'): void => {
  // Latin-1 is the cheapest to decode; the build verifies that there are no other characters.
  const source = gunzipSync(getRawAsset(half), { chunkSize: sourceBytes }).toString('latin1');
  const cachedData = Buffer.from(getRawAsset(`${half}-cache`));
  new Script(source, { filename: `slipway-${half}.cjs`, cachedData }).runInThisContext()(require);
};

const [first = ''] = process.argv.slice(2);
if (first === '--version' || first === '-V') process.stdout.write(`${version}\n`);
else if (first === '--licences') process.stdout.write(getAsset('licences', 'utf8'));
else runHalf(first === 'serve' || first === 'server' ? 'server' : 'cli');
