import type { ComponentType } from 'preact';
import type { ScreenOfApp } from './screen-of-app.ts';

/*
 * Every screen of an app, in the order of its navigation. A screen is a line here and a file in `screens/`, which is
 * loaded when it is first shown. `at` is what follows the app in its address.
 */

export interface Section {
  at: string;
  /** What the navigation calls it; undefined where it is reached from elsewhere. */
  label?: string;
  /** Set where a line is drawn above it. */
  isApart?: boolean;
  load: () => Promise<ComponentType<ScreenOfApp>>;
}

export const sections: readonly Section[] = [
  { at: '', label: 'Overview', load: () => import('./screens/overview.tsx').then((m) => m.Overview) },
  {
    at: '/releases',
    label: 'Releases',
    load: () => import('./screens/releases.tsx').then((m) => m.Releases),
  },
  { at: '/releases/:id', load: () => import('./screens/release.tsx').then((m) => m.ReleaseScreen) },
  { at: '/explain', label: 'Explain', load: () => import('./screens/explain.tsx').then((m) => m.Explain) },
  { at: '/usage', label: 'Usage', load: () => import('./screens/usage.tsx').then((m) => m.UsageScreen) },
  { at: '/audit', label: 'Audit', load: () => import('./screens/audit.tsx').then((m) => m.Audit) },
  { at: '/new', load: () => import('./screens/new-release.tsx').then((m) => m.NewRelease) },
  {
    at: '/channels',
    label: 'Channels',
    isApart: true,
    load: () => import('./screens/channels.tsx').then((m) => m.Channels),
  },
  { at: '/keys', label: 'Keys', load: () => import('./screens/keys.tsx').then((m) => m.Keys) },
  { at: '/domains', label: 'Domains', load: () => import('./screens/domains.tsx').then((m) => m.Domains) },
  {
    at: '/settings',
    label: 'Settings',
    load: () => import('./screens/settings.tsx').then((m) => m.Settings),
  },
];
