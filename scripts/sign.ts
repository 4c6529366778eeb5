import { signFile } from './ship/signing.ts';
import { readVersion } from './ship/versions.ts';

/* `node scripts/sign.ts dist/SHA256SUMS <secret key>` signs a file for the current version. */

const [path, keyFile] = process.argv.slice(2);
if (path === undefined || keyFile === undefined) throw new Error('Which file, and with which key?');
console.log(`verify with: minisign -Vm SHA256SUMS -P ${await signFile(path, keyFile, await readVersion())}`);
