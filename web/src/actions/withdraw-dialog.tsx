import { useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { describeProblem } from '../data/problem-messages.ts';
import { invalidateQueries } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { toast } from '../ui/toast.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ActionSubject, ReleaseDialogProps } from './confirmation.ts';
import { reasonMissing, withdrawConfirmation, withdrawLines, withdrawToasts } from './messages.ts';
import { ReasonField } from './reason-field.tsx';

/** Restores without another confirmation: it is the Undo of the toast. */
const restoreAgain = async (app: string, { id, version }: ActionSubject): Promise<void> => {
  try {
    await client.restoreRelease(app, id);
    toast(withdrawToasts.undone(version));
  } catch (error) {
    toast(withdrawToasts.undoFailed(version, describeProblem(error).message));
  }
  invalidateQueries(`${app}/`);
};

export const WithdrawDialog = ({ app, release, onClose }: ReleaseDialogProps<ActionSubject>) => {
  const [reason, setReason] = useState('');
  const { id, version } = release;
  const act = async (): Promise<void> => {
    await client.withdrawRelease(app, id, { reason: reason.trim() });
    toast(withdrawToasts.done(release), {
      label: withdrawToasts.undo,
      press: () => void restoreAgain(app, release),
    });
  };
  return (
    <ConfirmDialog
      app={app}
      release={release}
      verb="withdraw"
      {...withdrawConfirmation(release)}
      isDanger
      missing={() => denialReason('withdraw') ?? (reason.trim() === '' ? reasonMissing : undefined)}
      lines={(effects) => withdrawLines(version, effects)}
      onConfirm={act}
      onClose={onClose}
    >
      {() => <ReasonField placeholder="Crashes on launch on Windows 10" value={reason} onInput={setReason} />}
    </ConfirmDialog>
  );
};
