import { createStaticFeed } from '../tauri/feed.ts';
import { cargoPackagerFormats } from './formats.ts';

export const cargoPackagerFeed = createStaticFeed({
  id: 'cargo-packager',
  client: 'cargo-packager-updater, static file',
  systems: { windows: 'windows', darwin: 'macos', linux: 'linux' },
  installers: cargoPackagerFormats,
  entryOf: (entry, format) => ({ ...entry, format }),
});
