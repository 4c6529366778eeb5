declare const lazyStyleAddress: string;

let style: Promise<boolean> | undefined;

/** Whether the stylesheet loaded. */
const loadStyle = (): Promise<boolean> =>
  new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = lazyStyleAddress;
    link.onload = () => resolve(true);
    link.onerror = () => {
      style = undefined;
      link.remove();
      resolve(false);
    };
    document.head.append(link);
  });

type ReleaseScreens = typeof import('./lazy-screens.ts');
type SettingsScreens = typeof import('./lazy-settings.ts');
export type LazyScreens = ReleaseScreens & SettingsScreens;

const loadWithStyle = async <T>(chunk: Promise<T>): Promise<T> => {
  style ??= loadStyle();
  const [screens, isLoaded] = await Promise.all([chunk, style]);
  if (!isLoaded) throw new TypeError('The stylesheet did not load.');
  return screens;
};

export const loadReleaseScreens = (): Promise<ReleaseScreens> => loadWithStyle(import('./lazy-screens.ts'));

const settingsScreens: readonly (keyof LazyScreens)[] = [
  ...(['UsageScreen', 'Audit', 'Settings', 'Keys', 'Channels', 'Domains'] as const),
];

/** Loads the chunk that has a screen, together with the stylesheet of lazy screens. */
export const loadChunkOf = (screen: keyof LazyScreens): Promise<Partial<LazyScreens>> =>
  settingsScreens.includes(screen) ? loadWithStyle(import('./lazy-settings.ts')) : loadReleaseScreens();
