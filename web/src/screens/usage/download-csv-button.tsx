import { client } from '../../data/client.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemBox } from '../../ui/problem.tsx';
import { useAction } from '../../ui/use-action.ts';
import { csvFileName, toCsv } from './csv.ts';
import { type DayRangeKey, dateWindows } from './range.ts';

/** Saves text as a file. */
const save = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

export const DownloadCsvButton = ({ app, days }: { app: string; days: DayRangeKey }) => {
  const { isBusy, error, run } = useAction();
  const download = async (): Promise<void> => {
    const rows = [];
    const windows = dateWindows(days);
    for (const window of windows) rows.push(...(await client.getUsage(app, window)).usage.rows);
    save(csvFileName(app, windows[0]?.from ?? '', windows.at(-1)?.to ?? ''), toCsv(rows));
  };
  return (
    <>
      <Button isBusy={isBusy} disabledReason={denialReason('read')} onPress={() => void run(download)}>
        Export CSV
      </Button>
      <ProblemBox error={error} />
    </>
  );
};
