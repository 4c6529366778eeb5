import type { ComponentType } from 'preact';
import { Overview } from '../screens/overview.tsx';
import type { AppScreenProps } from './app-screen.ts';

/*
 * Every screen of an app, in navigation order. To add one, add a line here, an export in `lazy-screens.ts` if it is
 * lazy, and a file in `screens/`. `at` is the path below the app.
 */

/** A screen from the main bundle, or the export name of a lazy one. */
export type SectionScreen =
  | ComponentType<AppScreenProps>
  | Exclude<keyof typeof import('./lazy-screens.ts'), 'WithdrawAnywhere'>;

export interface Section {
  at: string;
  /** The navigation label; undefined if the screen is not in the navigation. */
  label?: string;
  /** Draws a separator above it. */
  isApart?: boolean;
  /** The component, or its export name in `lazy-screens.ts`. */
  screen: SectionScreen;
}

export const sections: readonly Section[] = [
  { at: '', label: 'Overview', screen: Overview },
  { at: '/releases', label: 'Releases', screen: 'Releases' },
  { at: '/releases/:id', screen: 'ReleaseScreen' },
  { at: '/explain', label: 'Explain', screen: 'Explain' },
  { at: '/usage', label: 'Usage', screen: 'UsageScreen' },
  { at: '/audit', label: 'Audit log', screen: 'Audit' },
  { at: '/new', screen: 'NewRelease' },
  { at: '/channels', label: 'Channels', isApart: true, screen: 'Channels' },
  { at: '/keys', label: 'API keys', screen: 'Keys' },
  { at: '/domains', label: 'Domains', screen: 'Domains' },
  { at: '/settings', label: 'Settings', screen: 'Settings' },
  { at: '/settings/:tab', screen: 'Settings' },
];
