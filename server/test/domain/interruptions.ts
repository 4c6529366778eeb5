/** A point within an operation: right before or right after one of its calls. */
export type Moment<Name extends string> = `before ${Name}` | `after ${Name}`;

/** Runs code in the middle of an operation, once, to make races deterministic. */
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
    /** The same object, with these calls open to interruption. */
    around: <T extends object, N extends Name & keyof T>(inner: T, names: readonly N[]): T => ({
      ...inner,
      ...Object.fromEntries(
        names.map((name) => [name, wrap(name, inner[name] as (...args: unknown[]) => Promise<unknown>)]),
      ),
    }),
    /** Runs the code when that moment comes next. */
    plan: (moment: Moment<Name>, run: () => Promise<void>): void => void planned.set(moment, run),
    /** Drops pending interruptions. */
    clear: (): void => planned.clear(),
  };
};
