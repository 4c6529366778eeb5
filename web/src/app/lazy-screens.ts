// biome-ignore-all assist/source/organizeImports: this order keeps similar code together and saves 1 kB compressed.
/*
 * Screens outside the main bundle, in one chunk: they share so much code that several chunks would be larger. The chunk
 * loads with the first of these screens.
 */
export { NewRelease } from '../screens/new-release.tsx';
export { Releases } from '../screens/releases.tsx';
export { WithdrawAnywhere } from '../screens/withdraw-anywhere.tsx';
export { Explain } from '../screens/explain.tsx';
export { ReleaseScreen } from '../screens/release.tsx';
export { UsageScreen } from '../screens/usage.tsx';
export { Audit } from '../screens/audit.tsx';
export { Settings } from '../screens/settings.tsx';
export { Keys } from '../screens/keys.tsx';
export { Channels } from '../screens/channels.tsx';
export { Domains } from '../screens/domains.tsx';
