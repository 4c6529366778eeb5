import type { Release } from '@slipway/api';
import { baseName } from '@slipway/build-files/path.ts';
import { createSemaphore } from '@slipway/core/semaphore.ts';
import { client } from '../data/client.ts';
import { invalidateQueries } from '../data/query-cache.ts';
import { announce } from '../ui/announcer.tsx';
import { toast } from '../ui/toast.tsx';
import { ensureDraft } from './create-draft.ts';
import { rememberNames } from './file-names.ts';
import { audiences, buildDeclaration, emptyJob, phaseFor, type UploadRow, unsentRows } from './job.ts';
import {
  abortRows,
  confirmBeforeUnload,
  findRow,
  getJob,
  hasActiveUpload,
  renewAbortSignal,
  updateJob,
  updateRow,
} from './job-store.ts';
import { filesUploaded } from './messages.ts';
import { put } from './put.ts';
import { createRateMeter } from './rate-meter.ts';
import { createTabLock, OtherTabError } from './tab-lock.ts';
import { transfer } from './transfer.ts';
import { sleep, withSession } from './upload-session.ts';

/* Uploads hashed rows to a draft and publishes it. */

const semaphore = createSemaphore(3);
let opened: ReturnType<typeof createTabLock> | undefined;

/** Created lazily: most sessions never upload. */
const watch = (): ReturnType<typeof createTabLock> => {
  opened ??= createTabLock(
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('slipway-uploads'),
  );
  return opened;
};

const sendRow = async (app: string, id: number): Promise<void> => {
  const row = findRow(app, id);
  if (row === undefined) return;
  const signal = renewAbortSignal(id);
  const meter = createRateMeter();
  const job = getJob(app).value;
  const { version, channel } = job;
  const declaration = buildDeclaration(job, row);
  const { target } = row.item;
  updateRow(app, id, { phase: 'waiting', bytes: 0, error: undefined });
  try {
    await transfer(
      {
        presign: (parts) =>
          withSession(
            () => client.presignArtifact(app, parts ? { ...declaration, parts } : declaration),
            signal,
          ),
        complete: (uploadId, etags) =>
          withSession(
            () => client.completeArtifact(app, { version, channel, target, uploadId, etags }),
            signal,
          ),
        put,
        sleep,
        semaphore,
        signal,
        onSent: (bytes) =>
          updateRow(app, id, { phase: 'uploading', bytes, bytesPerSecond: meter.add(bytes, Date.now()) }),
      },
      row.file,
    );
    updateRow(app, id, { phase: 'uploaded', bytes: row.file.size, bytesPerSecond: undefined });
  } catch (error) {
    updateRow(app, id, signal.aborted ? { phase: 'ready', bytes: 0 } : { phase: 'failed', error });
  }
};

/** Opens the draft and detects conflicting files before any upload. */
const begin = async (app: string): Promise<void> => {
  const before = getJob(app).value;
  const draft = await ensureDraft(before);
  if (!(await watch().take(draft.id))) throw new OtherTabError();
  const isOpen = ({ phase }: UploadRow): boolean => phase === 'ready' || phase === 'failed';
  // A continued draft was compared before, and the user may have chosen to replace a file.
  const compare = (row: UploadRow): UploadRow =>
    before.draft === undefined && isOpen(row) ? { ...row, phase: phaseFor(draft, row) } : row;
  updateJob(app, { draft, rows: before.rows.map(compare) });
  rememberNames(
    draft.id,
    Object.fromEntries(before.rows.map(({ item }) => [item.target, baseName(item.path)])),
  );
};

const settle = async (app: string): Promise<void> => {
  const { draft } = getJob(app).value;
  if (draft === undefined) return;
  const { release } = await client.getRelease(app, draft.id);
  updateJob(app, { draft: release });
  invalidateQueries(`${app}/`);
};

/** Announces completion; on other screens it is a toast. */
const reportUploaded = (app: string): void => {
  const text = filesUploaded(getJob(app).value.version);
  if (location.pathname.endsWith('/new')) announce(text);
  else toast(text);
};

/** Creates or continues the draft, and uploads the missing files. */
export const startUpload = async (app: string): Promise<void> => {
  if (getJob(app).value.isRunning) return;
  addEventListener('beforeunload', confirmBeforeUnload);
  updateJob(app, { isRunning: true, error: undefined });
  try {
    await begin(app);
    const job = getJob(app).value;
    if (job.rows.some(({ phase }) => phase === 'differs')) return;
    await Promise.all(unsentRows(job).map(({ id }) => sendRow(app, id)));
    await settle(app);
    if (unsentRows(getJob(app).value).length === 0) reportUploaded(app);
  } catch (error) {
    updateJob(app, { error });
  } finally {
    updateJob(app, { isRunning: false });
    if (!hasActiveUpload()) removeEventListener('beforeunload', confirmBeforeUnload);
  }
};

/** Stops uploading; completed parts stay. */
export const pauseUpload = (app: string): void => {
  abortRows(unsentRows(getJob(app).value));
};

/** Discards the job; its draft stays on the server. */
export const discardJob = (app: string): void => {
  const { rows, draft } = getJob(app).value;
  abortRows(rows);
  if (draft !== undefined) watch().release(draft.id);
  getJob(app).value = emptyJob(app);
};

/** Saves the notes and publishes; throws the server's problem. */
export const publishJob = async (app: string): Promise<Release> => {
  const { draft, notes, audience } = getJob(app).value;
  if (draft === undefined) throw new Error('There is no draft.');
  if (draft.notes !== notes) await client.changeRelease(app, draft.id, { notes });
  const { steps } = audiences[audience];
  if (steps !== undefined) await client.planRollout(app, draft.id, { steps: [...steps] });
  const { release } = await client.publishRelease(app, draft.id);
  invalidateQueries(`${app}/`);
  return release;
};
