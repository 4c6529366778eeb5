import { parseArgs } from 'node:util';
import { dryRun, release } from './ship/release.ts';

/*
 * `npm run release -- 0.2.0 [--key <file>]`: sets the version, dates the changelog, tests, builds packages, executable
 * and checksums in dist/, signs them, commits and tags. MINISIGN_PASSWORD holds the key's password.
 * `npm run release -- --dry-run [version]` only builds.
 */

const { values, positionals } = parseArgs({
  options: { key: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [version, ...more] = positionals;
const options = { keyFile: values.key, today: new Date(), say: (line: string) => console.log(line) };
try {
  if (more.length > 0) throw new Error('Give one version: npm run release -- 0.2.0');
  if (values['dry-run']) await dryRun({ ...options, version });
  else if (version === undefined) throw new Error('Give a version: npm run release -- 0.2.0');
  else await release({ ...options, version });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
