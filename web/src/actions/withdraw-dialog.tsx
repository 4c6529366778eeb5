import { useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { describeProblem } from '../data/problem-messages.ts';
import { invalidateQueries } from '../data/query-cache.ts';
import { denialReason } from '../data/session.ts';
import { toast } from '../ui/toast.tsx';
import { type ActionSubject, ConfirmDialog } from './confirm-dialog.tsx';
import { withdrawLines } from './effect-lines.ts';
import { ReasonField } from './reason-field.tsx';

/** Restores without another confirmation: it is the Undo of the toast. */
const restoreAgain = async (app: string, { id, version }: ActionSubject): Promise<void> => {
  try {
    await client.restoreRelease(app, id);
    toast(`${version} is offered again.`);
  } catch (error) {
    toast(`${version} stays withdrawn. ${describeProblem(error).message}`);
  }
  invalidateQueries(`${app}/`);
};

export const WithdrawDialog = ({
  app,
  release,
  onClose,
}: {
  app: string;
  release: ActionSubject;
  onClose: () => void;
}) => {
  const [reason, setReason] = useState('');
  const { id, version, channel } = release;
  const act = async (): Promise<void> => {
    await client.withdrawRelease(app, id, { reason: reason.trim() });
    toast(`${version} is withdrawn from ${channel}.`, {
      label: `Restore ${version}`,
      press: () => void restoreAgain(app, release),
    });
  };
  return (
    <ConfirmDialog
      app={app}
      release={release}
      verb="withdraw"
      title={`Withdraw ${version} from ${channel}?`}
      button={`Withdraw ${version}`}
      isDanger
      missing={() =>
        denialReason('withdraw') ??
        (reason.trim() === '' ? 'Say why first: one sentence is enough.' : undefined)
      }
      lines={(effects) => withdrawLines(version, effects)}
      onConfirm={act}
      onClose={onClose}
    >
      {() => (
        <ReasonField
          label="Why? The audit log keeps this."
          placeholder="Crashes at start on Windows 10"
          value={reason}
          onInput={setReason}
        />
      )}
    </ConfirmDialog>
  );
};
