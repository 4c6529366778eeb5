import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../../server/src/run-program.ts';

/* The server package: its bundle, started by `slipway-server.cjs`. */

// If the package folder is read-only, there is no compile cache.
enableCompileCache(fileURLToPath(new URL('.cache', import.meta.url)));
runProgram(process.argv.slice(2), { name: 'slipway-server' });
