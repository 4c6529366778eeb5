// biome-ignore-all assist/source/organizeImports: this order keeps similar code together, which compresses better.
/* Screens about an app, in a second chunk. */
export { UsageScreen } from '../screens/usage.tsx';
export { Audit } from '../screens/audit.tsx';
export { Settings } from '../screens/settings.tsx';
export { Keys } from '../screens/keys.tsx';
export { Channels } from '../screens/channels.tsx';
export { Domains } from '../screens/domains.tsx';
