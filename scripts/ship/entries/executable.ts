import { getAsset, getRawAsset } from 'node:sea';
import { Script } from 'node:vm';
import { version } from '../../../cli/src/version.ts';

/*
 * The single executable: `serve` starts the server, `server` runs an operator command, every other word is a CLI
 * command. Each half is a script of its own, so that neither holds the other's source in memory.
 */

const runHalf = (half: 'server' | 'cli'): void => {
  // Latin-1 is the cheapest to decode; the build verifies that there are no other characters.
  const source = Buffer.from(getRawAsset(half)).toString('latin1');
  const cachedData = Buffer.from(getRawAsset(`${half}-cache`));
  new Script(source, { filename: `slipway-${half}.cjs`, cachedData }).runInThisContext()(require);
};

const [first = ''] = process.argv.slice(2);
if (first === '--version' || first === '-V') process.stdout.write(`${version}\n`);
else if (first === '--licences') process.stdout.write(getAsset('licences', 'utf8'));
else runHalf(first === 'serve' || first === 'server' ? 'server' : 'cli');
