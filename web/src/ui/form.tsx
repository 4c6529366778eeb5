import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { ProblemBox } from './problem.tsx';
import { useAction } from './use-action.ts';

export interface FormProps {
  /** What the button says: what it does, and to what. */
  button: string;
  /** Why it cannot be sent yet, or by whoever is signed in. */
  reason: string | undefined;
  act: () => Promise<void>;
  onCancel?: (() => void) | undefined;
  /** Set where the fields are as narrow as what is typed in them. */
  isNarrow?: boolean;
  /** Draws the fields; what the service said against them is in the error. */
  children: (error: unknown) => ComponentChildren;
}

/** Fields with the button that sends them; what the service says against them stands above it. */
export const Form = ({ button, reason, act, onCancel, isNarrow, children }: FormProps) => {
  const { isBusy, error, run } = useAction();
  const send = (event: Event): void => {
    event.preventDefault();
    if (reason === undefined) void run(act);
  };
  return (
    <form class={isNarrow === true ? 'form padded' : 'form wide padded'} onSubmit={send}>
      {children(error)}
      <ProblemBox error={error} />
      <div class="actions">
        {onCancel !== undefined && <Button onPress={onCancel}>Cancel</Button>}
        <Button kind="primary" type="submit" isBusy={isBusy} reason={reason}>
          {button}
        </Button>
      </div>
    </form>
  );
};
