import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A dialog: the page behind it rests, Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({
  title,
  onClose,
  children,
  actions,
}: {
  title: string;
  /** Undefined where it cannot be left without an answer. */
  onClose: (() => void) | undefined;
  children: ComponentChildren;
  actions?: ComponentChildren;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const cancel = (event: Event): void => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onCancel={cancel}>
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {actions !== undefined && <footer>{actions}</footer>}
    </dialog>
  );
};
