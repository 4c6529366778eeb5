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
  /** What has to be typed first, where nothing brings it back. */
  word?: string | undefined;
  /** What asks for that. */
  typing?: string;
  /** Why it cannot be confirmed. */
  reason?: string | undefined;
  /** Does it; where that comes to false, the question stays. */
  act: () => Promise<unknown>;
  /** What is said when it is done. */
  done?: string;
  onClose: () => void;
  /** Fields between the effects and the buttons. */
  children?: ComponentChildren | ((error: unknown) => ComponentChildren);
}

/** Asks before something of an app is changed: what it means, then the button that says so. */
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
