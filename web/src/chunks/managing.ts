/* What is set up once and looked up now and then: tables and forms that have much in common. */
export { Audit } from '../screens/audit.tsx';
export { Channels } from '../screens/channels.tsx';
export { Domains } from '../screens/domains.tsx';
export { Keys } from '../screens/keys.tsx';
export { Settings } from '../screens/settings.tsx';
export { UsageScreen } from '../screens/usage.tsx';
