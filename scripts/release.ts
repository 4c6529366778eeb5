import { parseArgs } from 'node:util';
import { release } from './ship/release.ts';

/*
 * `npm run release -- 0.2.0 [--key <file>]`: sets the version, dates the changelog, tests, builds packages, executable
 * and checksums in dist/, signs them, commits and tags. MINISIGN_PASSWORD holds the key's password.
 */

const { values, positionals } = parseArgs({
  options: { key: { type: 'string' } },
  allowPositionals: true,
});
const [version = '', ...more] = positionals;
try {
  if (version === '' || more.length > 0) throw new Error('Say which version: npm run release -- 0.2.0');
  await release({ version, keyFile: values.key, today: new Date(), say: (line) => console.log(line) });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
