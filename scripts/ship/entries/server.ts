import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runHere } from '../../../server/src/edge.ts';

/* The service as a package: its bundle, started by `slipway-server.cjs`. */

// Where the package's folder cannot be written, a start takes as long as the first.
enableCompileCache(fileURLToPath(new URL('.cache', import.meta.url)));
runHere(process.argv.slice(2), { name: 'slipway-server' });
