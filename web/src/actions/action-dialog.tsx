import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { invalidateQueries } from '../data/query-cache.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import type { EffectLine } from './effect-lines.ts';
import { EffectList } from './effect-list.tsx';

export interface ActionDialogProps {
  app: string;
  title: string;
  lines?: readonly EffectLine[];
  button: string;
  isDanger?: boolean;
  /** Text the user types to confirm an irreversible action. */
  word?: string | undefined;
  /** The label of the confirmation field. */
  typing?: string;
  /** Why the button is disabled. */
  reason?: string | undefined;
  /** Performs the action; the dialog stays open if it resolves to false. */
  act: () => Promise<unknown>;
  /** The toast after success. */
  done?: string;
  onClose: () => void;
  children?: ComponentChildren | ((error: unknown) => ComponentChildren);
}

/** Shows the effects of a change and asks for confirmation. */
export const ActionDialog = (props: ActionDialogProps) => {
  const { app, title, lines, button, isDanger, word, act, done, onClose, children } = props;
  const { typing = `Type ${word} to confirm` } = props;
  const [typed, setTyped] = useState('');
  const { isBusy, error, run } = useAction();
  const isTyped = word === undefined || typed.trim() === word.trim();
  const reason = props.reason ?? (isTyped ? undefined : `Type ${word} to confirm.`);
  const confirm = async (): Promise<void> => {
    if ((await act()) === false) return;
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
        {lines !== undefined && <EffectList lines={lines} />}
        {typeof children === 'function' ? children(error) : children}
        {word !== undefined && (
          <TextField
            label={typing}
            isMono
            value={typed}
            onInput={setTyped}
            fault={word.startsWith(typed.trim()) ? undefined : `Doesn’t match ${word}.`}
          />
        )}
        <ProblemBox error={error} />
        <div class="confirm-actions">
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind={isDanger === true ? 'danger' : 'primary'}
            isBusy={isBusy}
            reason={reason}
          >
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
