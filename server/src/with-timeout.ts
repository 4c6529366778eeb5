/** The promise's value, or `late` on rejection or timeout: a hung file system never responds. */
export const withTimeout = <T, L>(promise: Promise<T>, late: L, limitMs: number): Promise<T | L> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs, late);
    const settle = (value: T | L): void => {
      clearTimeout(timer);
      resolve(value);
    };
    promise.then(settle, () => settle(late));
  });
