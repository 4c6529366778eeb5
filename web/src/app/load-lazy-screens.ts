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
      reject(new TypeError('The style sheet did not load.'));
    };
    document.head.append(link);
  });

/** Loads the lazy screens together with their style sheet. */
export const loadLazyScreens = async (): Promise<typeof import('./lazy-screens.ts')> => {
  style ??= loadStyle();
  const [screens] = await Promise.all([import('./lazy-screens.ts'), style]);
  return screens;
};
