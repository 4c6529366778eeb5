// biome-ignore-all assist/source/organizeImports: this order keeps similar code together and saves 1 kB compressed.
/*
 * Screens about releases, outside the main bundle, in one chunk: they share so much code that several chunks would be
 * larger. The chunk loads with the first of these screens.
 */
export { NewRelease } from '../screens/new-release.tsx';
export { Releases } from '../screens/releases.tsx';
export { WithdrawAnywhere } from '../screens/withdraw-anywhere.tsx';
export { Explain } from '../screens/explain.tsx';
export { ReleaseScreen } from '../screens/release.tsx';
