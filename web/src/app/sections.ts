import type { ComponentType } from 'preact';
import { Overview } from '../screens/overview.tsx';
import type { AppScreenProps } from './app-screen.ts';

/*
 * Every screen of an app, in navigation order. To add one, add a line here, an export in `lazy-screens.ts` if it is
 * lazy, and a file in `screens/`. `path` is the path below the app.
 */

/** A screen from the main bundle, or the export name of a lazy one. */
export type SectionScreen =
  | ComponentType<AppScreenProps>
  | Exclude<keyof typeof import('./lazy-screens.ts'), 'WithdrawAnywhere'>;

export interface Section {
  path: string;
  /** The navigation label; undefined if the screen is not in the navigation. */
  label?: string;
  /** Draws a separator above it. */
  hasSeparator?: boolean;
  /** The component, or its export name in `lazy-screens.ts`. */
  screen: SectionScreen;
}

export const sections: readonly Section[] = [
  { path: '', label: 'Overview', screen: Overview },
  { path: '/releases', label: 'Releases', screen: 'Releases' },
  { path: '/releases/:id', screen: 'ReleaseScreen' },
  { path: '/explain', label: 'Update debugger', screen: 'Explain' },
  { path: '/usage', label: 'Usage', screen: 'UsageScreen' },
  { path: '/audit', label: 'Audit log', screen: 'Audit' },
  { path: '/new', screen: 'NewRelease' },
  { path: '/channels', label: 'Channels', hasSeparator: true, screen: 'Channels' },
  { path: '/keys', label: 'API keys', screen: 'Keys' },
  { path: '/domains', label: 'Domains', screen: 'Domains' },
  { path: '/settings', label: 'Settings', screen: 'Settings' },
  { path: '/settings/:tab', screen: 'Settings' },
];
