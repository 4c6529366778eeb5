/** A moment in the middle of a verb: right before or right after one of the calls that it makes. */
export type Moment<Name extends string> = `before ${Name}` | `after ${Name}`;

/** Makes something else happen in the middle of a verb, once, so that a race need not be waited for. */
export const createInterruptions = <Name extends string>() => {
  const planned = new Map<Moment<Name>, () => Promise<void>>();
  const pass = async (moment: Moment<Name>): Promise<void> => {
    const run = planned.get(moment);
    planned.delete(moment);
    await run?.();
  };
  const wrap =
    (name: Name, call: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      await pass(`before ${name}`);
      const result = await call(...args);
      await pass(`after ${name}`);
      return result;
    };
  return {
    /** The same object, with these calls open to interruptions. */
    around: <T extends object, N extends Name & keyof T>(inner: T, names: readonly N[]): T => ({
      ...inner,
      ...Object.fromEntries(
        names.map((name) => [name, wrap(name, inner[name] as (...args: unknown[]) => Promise<unknown>)]),
      ),
    }),
    /** Lets it happen the next time that moment comes. */
    plan: (moment: Moment<Name>, run: () => Promise<void>): void => void planned.set(moment, run),
    /** Forgets what has not happened. */
    clear: (): void => planned.clear(),
  };
};
