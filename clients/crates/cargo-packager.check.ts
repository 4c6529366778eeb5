import { exampleHost, readBlock } from '../document.ts';
import { trySignedUpdates } from './signed-updates.ts';

const block = await readBlock('cargo-packager: the tests use this block, the check');
const [, address = ''] = /"(https:[^"]+)"/.exec(block) ?? [];

await trySignedUpdates({
  name: 'cargo-packager',
  client: 'cargo-packager-updater',
  adapter: 'cargo-packager',
  check: address.replace(exampleHost, ''),
  document: '/feeds/cargo-packager/stable/latest.json',
  letter: 'R',
});
