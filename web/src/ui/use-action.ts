import { useState } from 'preact/hooks';

/** Runs one async action at a time; tracks whether it is busy and why it failed last. */
export const useAction = () => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
};
