import { wantedOf } from '@slipway/build-files/plan-item.ts';
import { maxTextBytes, recognise, type Seen } from './detect-files.ts';
import type { Dropped } from './dropped-files.ts';
import { hashFile } from './hasher.ts';
import { phaseIn, type Row } from './job.ts';
import { change, changeRow, jobOf, newStop, rowOf, stopRows } from './store.ts';

/* From what was dropped to rows with hashes; nothing leaves the page. */

let lastId = 0;

const hashRow = async (app: string, id: number): Promise<void> => {
  const row = rowOf(app, id);
  if (row === undefined) return;
  const signal = newStop(id);
  try {
    const onBytes = (bytes: number): void => changeRow(app, id, { bytes });
    const hashes = await hashFile({ file: row.file, ...wantedOf(row.item) }, signal, onBytes);
    changeRow(app, id, { hashes, bytes: 0, phase: phaseIn(jobOf(app).value.draft, { ...row, hashes }) });
  } catch (error) {
    if (!signal.aborted) changeRow(app, id, { phase: 'failed', error });
  }
};

const textOf = async (file: File): Promise<string | undefined> =>
  file.size <= maxTextBytes ? await file.text() : undefined;

const look = (dropped: readonly Dropped[]): Promise<Seen[]> =>
  Promise.all(
    dropped.map(async ({ path, file }) => ({ path, sizeBytes: file.size, text: await textOf(file) })),
  );

/** Takes what was dropped; a file for a target that is there already takes its place. */
export const addFiles = async (app: string, dropped: readonly Dropped[]): Promise<void> => {
  const { version: told, versionFrom, rows } = jobOf(app).value;
  const typed = told === '' || versionFrom !== undefined ? undefined : told;
  const { items, leftAside, privateKeys, version } = recognise(await look(dropped), typed);
  const files = new Map(dropped.map(({ path, file }) => [path, file]));
  const added = items.flatMap((item): Row[] => {
    const file = files.get(item.path);
    if (file === undefined) return [];
    lastId += 1;
    const begun = { bytes: 0, bytesPerSecond: undefined, hashes: undefined, error: undefined };
    return [{ id: lastId, item, file, phase: 'hashing', ...begun }];
  });
  const isKept = ({ item }: Row): boolean =>
    item.target === '' || !added.some((row) => row.item.target === item.target);
  stopRows(rows.filter((one) => !isKept(one)));
  change(app, {
    rows: [...rows.filter(isKept), ...added].sort((a, b) => (a.item.target < b.item.target ? -1 : 1)),
    leftAside,
    privateKeys,
    published: undefined,
    ...(told === '' && version !== undefined ? { version: version.version, versionFrom: version.from } : {}),
  });
  await Promise.all(added.map(({ id }) => hashRow(app, id)));
};

/** Says which target a file is for. */
export const setTarget = (app: string, id: number, target: string): void => {
  const row = rowOf(app, id);
  if (row === undefined) return;
  const item = { ...row.item, target };
  const changed = { ...row, item };
  changeRow(app, id, { item, ...(row.hashes && { phase: phaseIn(jobOf(app).value.draft, changed) }) });
};

/** Takes a file out again. */
export const removeRow = (app: string, id: number): void => {
  stopRows(jobOf(app).value.rows.filter((row) => row.id === id));
  change(app, {
    rows: jobOf(app).value.rows.filter((row) => row.id !== id),
  });
};

/** Lets a file take the place of the one that the draft expects. */
export const replaceInDraft = (app: string, id: number): void => changeRow(app, id, { phase: 'ready' });
