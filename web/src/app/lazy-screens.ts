// biome-ignore-all assist/source/organizeImports: in this order, what is alike together, they compress better by 1 kB.
/*
 * The screens beyond those that one begins with: one file, since they have so much in common that several would weigh
 * more. It is loaded with the first of them.
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
