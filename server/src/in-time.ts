/** What a promise resolves to, or `late` where it rejects or takes longer: a file system that hangs never answers. */
export const withTimeout = <T, L>(promise: Promise<T>, late: L, limitMs: number): Promise<T | L> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs, late);
    const settle = (value: T | L): void => {
      clearTimeout(timer);
      resolve(value);
    };
    promise.then(settle, () => settle(late));
  });
