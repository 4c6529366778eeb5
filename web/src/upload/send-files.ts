import { nameOf } from '@slipway/build-files/path.ts';
import { client } from '../data/client.ts';
import { refreshShown } from '../data/query-cache.ts';
import { announce } from '../ui/announcer.tsx';
import { toast } from '../ui/toast.tsx';
import { openDraft } from './create-draft.ts';
import { rememberNames } from './file-names.ts';
import { declarationOf, emptyJob, phaseIn, type Row, reaches, unsentOf } from './job.ts';
import { createMeter } from './meter.ts';
import { createWatch } from './one-tab.ts';
import { put } from './put.ts';
import { createGate } from './semaphore.ts';
import { askBeforeLeaving, change, changeRow, hasUnsent, jobOf, newStop, rowOf, stopRows } from './store.ts';
import { transfer } from './transfer.ts';
import { inSession, wait } from './upload-session.ts';

/* From rows with hashes to a draft that holds them, and to the release. */

const gate = createGate(3);
let opened: ReturnType<typeof createWatch> | undefined;

/** Opened when it is first needed: a channel that nobody uses keeps nobody awake. */
const watch = (): ReturnType<typeof createWatch> => {
  opened ??= createWatch(
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('slipway-uploads'),
  );
  return opened;
};

const sendRow = async (app: string, id: number): Promise<void> => {
  const row = rowOf(app, id);
  if (row === undefined) return;
  const signal = newStop(id);
  const meter = createMeter();
  const job = jobOf(app).value;
  const { version, channel } = job;
  const declaration = declarationOf(job, row);
  const { target } = row.item;
  changeRow(app, id, { phase: 'waiting', bytes: 0, error: undefined });
  try {
    await transfer(
      {
        presign: (parts) =>
          inSession(
            () => client.presignArtifact(app, parts ? { ...declaration, parts } : declaration),
            signal,
          ),
        complete: (uploadId, etags) =>
          inSession(
            () => client.completeArtifact(app, { version, channel, target, uploadId, etags }),
            signal,
          ),
        put,
        wait,
        gate,
        signal,
        onSent: (bytes) =>
          changeRow(app, id, { phase: 'uploading', bytes, bytesPerSecond: meter.add(bytes, Date.now()) }),
      },
      row.file,
    );
    changeRow(app, id, { phase: 'uploaded', bytes: row.file.size, bytesPerSecond: undefined });
  } catch (error) {
    changeRow(app, id, signal.aborted ? { phase: 'ready', bytes: 0 } : { phase: 'failed', error });
  }
};

/** Another tab is sending to the same draft. */
export class OtherTab extends Error {}

/** Opens the draft; what it holds otherwise is told apart before a byte is sent. */
const begin = async (app: string): Promise<void> => {
  const before = jobOf(app).value;
  const draft = await openDraft(before);
  if (!(await watch().take(draft.id))) throw new OtherTab();
  const isOpen = ({ phase }: Row): boolean => phase === 'ready' || phase === 'failed';
  // Who went on with a known draft has been told already, and may have said to replace something.
  const compare = (row: Row): Row =>
    before.draft === undefined && isOpen(row) ? { ...row, phase: phaseIn(draft, row) } : row;
  change(app, { draft, rows: before.rows.map(compare) });
  rememberNames(
    draft.id,
    Object.fromEntries(before.rows.map(({ item }) => [item.target, nameOf(item.path)])),
  );
};

const settle = async (app: string): Promise<void> => {
  const { draft } = jobOf(app).value;
  if (draft === undefined) return;
  const { release } = await client.getRelease(app, draft.id);
  change(app, { draft: release });
  refreshShown(`${app}/`);
};

/** Whoever looks at something else meanwhile hears of it, too. */
const tellSent = (app: string): void => {
  const text = `The files of ${jobOf(app).value.version} are uploaded.`;
  if (location.pathname.endsWith('/new')) announce(text);
  else toast(text);
};

/** Makes the draft, or goes on with it, and sends what it does not hold. */
export const upload = async (app: string): Promise<void> => {
  if (jobOf(app).value.isRunning) return;
  addEventListener('beforeunload', askBeforeLeaving);
  change(app, { isRunning: true, error: undefined });
  try {
    await begin(app);
    const job = jobOf(app).value;
    if (job.rows.some(({ phase }) => phase === 'differs')) return;
    await Promise.all(unsentOf(job).map(({ id }) => sendRow(app, id)));
    await settle(app);
    if (unsentOf(jobOf(app).value).length === 0) tellSent(app);
  } catch (error) {
    change(app, { error });
  } finally {
    change(app, { isRunning: false });
    if (!hasUnsent()) removeEventListener('beforeunload', askBeforeLeaving);
  }
};

/** Stops sending; what has arrived stays. */
export const pause = (app: string): void => {
  stopRows(unsentOf(jobOf(app).value));
};

/** Puts a job away; its draft stays where it is. */
export const forget = (app: string): void => {
  const { rows, draft } = jobOf(app).value;
  stopRows(rows);
  if (draft !== undefined) watch().release(draft.id);
  jobOf(app).value = emptyJob(app);
};

/** Keeps the notes and publishes; throws what the service says no with. */
export const publish = async (app: string): Promise<void> => {
  const { draft, notes, reach } = jobOf(app).value;
  if (draft === undefined) return;
  if (draft.notes !== notes) await client.changeRelease(app, draft.id, { notes });
  const { steps } = reaches[reach];
  if (steps !== undefined) await client.planRollout(app, draft.id, { steps: [...steps] });
  const { release } = await client.publishRelease(app, draft.id);
  watch().release(draft.id);
  change(app, { published: release });
  refreshShown(`${app}/`);
};
