/** Called after every call of a driver with its name, duration and whether it threw. */
export type OnTiming<Operation = string> = (operation: Operation, seconds: number, failed: boolean) => void;

/** Wraps the calls of a driver: times each and translates its errors. */
export const createCallWrapper =
  <Operation>(onTiming: OnTiming<Operation> = () => {}, translate = (error: unknown): unknown => error) =>
  <A extends unknown[], R>(operation: Operation, run: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    const started = performance.now();
    let failed = true;
    try {
      const result = await run(...args);
      failed = false;
      return result;
    } catch (error) {
      throw translate(error);
    } finally {
      onTiming(operation, (performance.now() - started) / 1000, failed);
    }
  };
