declare const lazyStyleAddress: string;

let style: Promise<void> | undefined;

const loadStyle = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = lazyStyleAddress;
    link.onload = () => resolve();
    link.onerror = () => {
      style = undefined;
      link.remove();
      reject(new TypeError('The stylesheet did not load.'));
    };
    document.head.append(link);
  });

type ReleaseScreens = typeof import('./lazy-screens.ts');
type SettingsScreens = typeof import('./lazy-settings.ts');
export type LazyScreens = ReleaseScreens & SettingsScreens;

const loadWithStyle = async <T>(chunk: Promise<T>): Promise<T> => {
  style ??= loadStyle();
  const [screens] = await Promise.all([chunk, style]);
  return screens;
};

export const loadReleaseScreens = (): Promise<ReleaseScreens> => loadWithStyle(import('./lazy-screens.ts'));

const settingsScreens: readonly (keyof LazyScreens)[] = [
  ...(['UsageScreen', 'Audit', 'Settings', 'Keys', 'Channels', 'Domains'] as const),
];

/** Loads the chunk that has a screen, together with the stylesheet of lazy screens. */
export const loadChunkOf = (screen: keyof LazyScreens): Promise<Partial<LazyScreens>> =>
  settingsScreens.includes(screen) ? loadWithStyle(import('./lazy-settings.ts')) : loadReleaseScreens();
