/** A body as it was given. */
export type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };

/** The body of a POST without the members that are null: they say that they are not given. */
export const omitNulls = <T extends object>(body: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as WithoutNulls<T>;
