import type { ComponentType } from 'preact';
import type { ScreenOfApp } from './screen-of-app.ts';

/*
 * Every screen of an app, in the order of its navigation. A screen is a line here, one in a file of `chunks/`, with which
 * it is loaded when it is first shown, and a file in `screens/`. `at` is what follows the app in its address.
 */

export interface Section {
  at: string;
  /** What the navigation calls it; undefined where it is reached from elsewhere. */
  label?: string;
  /** Set where a line is drawn above it. */
  isApart?: boolean;
  load: () => Promise<ComponentType<ScreenOfApp>>;
}

/* Screens that are used together are loaded together: a file of several is much smaller than a file for each. */
const releases = () => import('./chunks/releases.ts');
const managing = () => import('./chunks/managing.ts');

export const sections: readonly Section[] = [
  { at: '', label: 'Overview', load: () => import('./chunks/start.ts').then((m) => m.Overview) },
  { at: '/releases', label: 'Releases', load: () => releases().then((m) => m.Releases) },
  { at: '/releases/:id', load: () => releases().then((m) => m.ReleaseScreen) },
  { at: '/explain', label: 'Explain', load: () => releases().then((m) => m.Explain) },
  { at: '/usage', label: 'Usage', load: () => managing().then((m) => m.UsageScreen) },
  { at: '/audit', label: 'Audit', load: () => managing().then((m) => m.Audit) },
  { at: '/new', load: () => import('./chunks/publishing.ts').then((m) => m.NewRelease) },
  { at: '/channels', label: 'Channels', isApart: true, load: () => managing().then((m) => m.Channels) },
  { at: '/keys', label: 'Keys', load: () => managing().then((m) => m.Keys) },
  { at: '/domains', label: 'Domains', load: () => managing().then((m) => m.Domains) },
  { at: '/settings', label: 'Settings', load: () => managing().then((m) => m.Settings) },
];
