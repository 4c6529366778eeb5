export type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };

/** In a POST body, null means the same as a missing member. */
export const omitNulls = <T extends object>(body: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as WithoutNulls<T>;
