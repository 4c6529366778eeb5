/** Runs one call per owner and name at a time; concurrent callers share its result. */
export const createSingleFlight = <Owner extends object, T>() => {
  const underWay = new WeakMap<Owner, Map<string, Promise<T>>>();
  return (owner: Owner, name: string, run: () => Promise<T>): Promise<T> => {
    const own = underWay.get(owner) ?? new Map<string, Promise<T>>();
    underWay.set(owner, own);
    const pending = own.get(name);
    if (pending !== undefined) return pending;
    const flight = run().finally(() => own.delete(name));
    own.set(name, flight);
    return flight;
  };
};
