import { requiredHashes } from '@slipway/build-files/plan-item.ts';
import { detectFiles } from './detect-files.ts';
import type { DroppedFile } from './dropped-files.ts';
import { hashFile } from './hasher.ts';
import { phaseFor, type UploadRow } from './job.ts';
import { abortRows, findRow, getJob, renewAbortSignal, updateJob, updateRow } from './job-store.ts';
import { readCandidates } from './read-candidates.ts';

/* Turns dropped files into rows with hashes. Nothing leaves the page. */

let lastId = 0;

const hashRow = async (app: string, id: number): Promise<void> => {
  const row = findRow(app, id);
  if (row === undefined) return;
  const signal = renewAbortSignal(id);
  try {
    const onBytes = (bytes: number): void => updateRow(app, id, { bytes });
    const hashes = await hashFile({ file: row.file, ...requiredHashes(row.item) }, signal, onBytes);
    updateRow(app, id, { hashes, bytes: 0, phase: phaseFor(getJob(app).value.draft, { ...row, hashes }) });
  } catch (error) {
    if (!signal.aborted) updateRow(app, id, { phase: 'failed', error });
  }
};

/** Adds dropped files; a file replaces the row with the same target. */
export const addFiles = async (app: string, dropped: readonly DroppedFile[]): Promise<void> => {
  const { version: currentVersion, versionFrom, rows } = getJob(app).value;
  const typed = currentVersion === '' || versionFrom !== undefined ? undefined : currentVersion;
  const { items, skipped, privateKeys, version } = detectFiles(await readCandidates(dropped), typed);
  const files = new Map(dropped.map(({ path, file }) => [path, file]));
  const added = items.flatMap((item): UploadRow[] => {
    const file = files.get(item.path);
    if (file === undefined) return [];
    lastId += 1;
    const begun = { bytes: 0, bytesPerSecond: undefined, hashes: undefined, error: undefined };
    return [{ id: lastId, item, file, phase: 'hashing', ...begun }];
  });
  const isKept = ({ item }: UploadRow): boolean =>
    item.target === '' || !added.some((row) => row.item.target === item.target);
  abortRows(rows.filter((one) => !isKept(one)));
  updateJob(app, {
    rows: [...rows.filter(isKept), ...added].sort((a, b) => (a.item.target < b.item.target ? -1 : 1)),
    skipped,
    privateKeys,
    ...(currentVersion === '' && version !== undefined
      ? { version: version.version, versionFrom: version.from }
      : {}),
  });
  await Promise.all(added.map(({ id }) => hashRow(app, id)));
};

export const setTarget = (app: string, id: number, target: string): void => {
  const row = findRow(app, id);
  if (row === undefined) return;
  const item = { ...row.item, target };
  const changed = { ...row, item };
  updateRow(app, id, { item, ...(row.hashes && { phase: phaseFor(getJob(app).value.draft, changed) }) });
};

export const removeRow = (app: string, id: number): void => {
  abortRows(getJob(app).value.rows.filter((row) => row.id === id));
  updateJob(app, {
    rows: getJob(app).value.rows.filter((row) => row.id !== id),
  });
};

/** Replaces the file that the draft expects. */
export const replaceInDraft = (app: string, id: number): void => updateRow(app, id, { phase: 'ready' });
