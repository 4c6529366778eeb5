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

/** Loads the lazy screens together with their stylesheet. */
export const loadLazyScreens = (): Promise<typeof import('./lazy-screens.ts')> => {
  style ??= loadStyle();
  const loading = style;
  return import('./lazy-screens.ts').then(async (screens) => {
    if (!(await loading)) throw new TypeError('The stylesheet did not load.');
    return screens;
  });
};
