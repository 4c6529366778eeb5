import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A modal dialog: the page is inert, Escape closes it, and focus returns afterwards. */
export const Dialog = ({
  title,
  onClose,
  isDrawer,
  children,
  actions,
}: {
  title: string;
  /** Undefined if the user must respond. */
  onClose: (() => void) | undefined;
  /** A drawer at the bottom edge, which any press closes. */
  isDrawer?: boolean;
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard presses what is in the drawer, or Escape.
    <dialog
      ref={dialog}
      class={isDrawer === true ? 'dialog drawer' : 'dialog'}
      aria-labelledby={id}
      onCancel={cancel}
      onClick={isDrawer === true ? onClose : undefined}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {actions !== undefined && <footer>{actions}</footer>}
    </dialog>
  );
};
