import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { invalidateQueries } from '../data/query-cache.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Confirmation } from './confirmation.ts';
import { EffectList } from './effect-list.tsx';
import { confirmMismatch, typeToConfirm } from './messages.ts';

export interface ActionDialogProps extends Confirmation {
  app: string;
  isDanger?: boolean;
  /** Text the user types to confirm an irreversible action. */
  confirmText?: string | undefined;
  /** The label of the confirmation field. */
  confirmLabel?: string;
  /** Why the button is disabled. */
  reason?: string | undefined;
  /** Performs the action; the dialog stays open if it resolves to false. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children?: ComponentChildren | ((error: unknown) => ComponentChildren);
}

/** Shows the effects of a change and asks for confirmation. */
export const ActionDialog = (props: ActionDialogProps) => {
  const { app, title, note, lines, button, isDanger, confirmText, onConfirm, done, onClose, children } =
    props;
  const { confirmLabel = typeToConfirm(confirmText) } = props;
  const [typed, setTyped] = useState('');
  const { isBusy, error, run } = useAction();
  const isTyped = confirmText === undefined || typed.trim() === confirmText.trim();
  const reason = props.reason ?? (isTyped ? undefined : `${typeToConfirm(confirmText)}.`);
  const confirm = async (): Promise<void> => {
    if ((await onConfirm()) === false) return;
    if (done !== undefined) toast(done);
    onClose();
    invalidateQueries(`${app}/`);
  };
  const press = (event: Event): void => {
    event.preventDefault();
    if (reason === undefined) void run(confirm);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="confirm" onSubmit={press}>
        {note !== undefined && <p class="note small quiet">{note}</p>}
        {lines !== undefined && <EffectList lines={lines} />}
        {typeof children === 'function' ? children(error) : children}
        {confirmText !== undefined && (
          <TextField
            label={confirmLabel}
            isMono
            value={typed}
            onInput={setTyped}
            error={confirmText.startsWith(typed.trim()) ? undefined : confirmMismatch(confirmText)}
          />
        )}
        <ProblemBox error={error} />
        <div class="confirm-actions">
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind={isDanger === true ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabledReason={reason}
          >
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
