import type { ComponentType } from 'preact';
import { Overview } from '../screens/overview.tsx';
import type { IconName } from '../ui/icon.tsx';
import type { AppScreenProps } from './app-screen.ts';
import type { LazyScreens } from './load-lazy-screens.ts';

/*
 * Every screen of an app, in navigation order. To add one, add a line here, an export in `lazy-screens.ts` or
 * `lazy-settings.ts` if it is lazy, and a file in `screens/`. `path` is the path below the app.
 */

/** A screen from the main bundle, or the export name of a lazy one. */
export type SectionScreen = ComponentType<AppScreenProps> | Exclude<keyof LazyScreens, 'WithdrawAnywhere'>;

export interface Section {
  path: string;
  /** The navigation label; undefined if the screen is not in the navigation. */
  label?: string;
  /** The heading above it in the navigation. */
  group?: string;
  /** Set if a phone’s bottom bar shows it. */
  icon?: IconName;
  /** The component, or the export name of a lazy one. */
  screen: SectionScreen;
}

export const sections: readonly Section[] = [
  { path: '', label: 'Overview', icon: 'grid', screen: Overview },
  { path: '/releases', label: 'Releases', icon: 'box', screen: 'Releases' },
  { path: '/releases/:id', screen: 'ReleaseScreen' },
  { path: '/new', screen: 'NewRelease' },
  { path: '/usage', label: 'Usage', group: 'Insights', icon: 'bars', screen: 'UsageScreen' },
  { path: '/explain', label: 'Update debugger', screen: 'Explain' },
  { path: '/audit', label: 'Audit log', screen: 'Audit' },
  { path: '/channels', label: 'Channels', group: 'Configure', screen: 'Channels' },
  { path: '/keys', label: 'API keys', screen: 'Keys' },
  { path: '/domains', label: 'Domains', screen: 'Domains' },
  { path: '/settings', label: 'Settings', screen: 'Settings' },
  { path: '/settings/:tab', screen: 'Settings' },
];
