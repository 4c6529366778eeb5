import type { ComponentType } from 'preact';
import { Overview } from '../screens/overview.tsx';
import type { AppScreenProps } from './app-screen.ts';

/*
 * Every screen of an app, in the order of its navigation. A screen is a line here, one in `further.ts`, with which it is
 * loaded, and a file in `screens/`. `at` is what follows the app in its address.
 */

/** A screen that came with the page, or the name of one that is loaded when it is first shown. */
export type SectionScreen =
  | ComponentType<AppScreenProps>
  | Exclude<keyof typeof import('./lazy-screens.ts'), 'WithdrawAnywhere'>;

export interface Section {
  at: string;
  /** What the navigation calls it; undefined where it is reached from elsewhere. */
  label?: string;
  /** Set where a line is drawn above it. */
  isApart?: boolean;
  /** What is drawn there, or what that is called in `further.ts`. */
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
