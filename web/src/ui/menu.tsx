import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** A menu button, "⋯" without content; Escape, a choice, or a click outside closes the menu. */
export const Menu = ({
  label,
  content,
  children,
}: {
  label: string;
  content?: ComponentChildren;
  children: ComponentChildren;
}) => {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event): void => {
      const isKey = event instanceof KeyboardEvent;
      if (isKey && event.key !== 'Escape') return;
      if (!isKey && button.current?.contains(event.target as Node)) return;
      // Before the choice opens a dialog, which returns the focus to here when it closes.
      if (isKey || menu.current?.contains(event.target as Node)) button.current?.focus();
      // Close after the click's own handlers have run.
      setTimeout(() => setOpen(false));
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={menu}>
      <button
        ref={button}
        type="button"
        class={content === undefined ? 'button' : 'menu-button'}
        aria-expanded={isOpen ? 'true' : 'false'}
        aria-label={content === undefined ? label : undefined}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {content ?? '⋯'}
        {content !== undefined && <Icon name="down" />}
      </button>
      {isOpen && <div class="menu-list">{children}</div>}
    </div>
  );
};

/** A choice of a menu; if it is disabled, it says why under its label. */
export const MenuItem = ({
  disabledReason,
  onPress,
  children,
}: {
  disabledReason?: string | undefined;
  onPress: () => void;
  children: ComponentChildren;
}) => {
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <>
      <button
        type="button"
        aria-disabled={isOff ? 'true' : undefined}
        aria-describedby={isOff ? id : undefined}
        onClick={(event) => {
          if (isOff) event.stopPropagation();
          else onPress();
        }}
      >
        {children}
      </button>
      {isOff && (
        <p class="small" id={id}>
          {disabledReason}
        </p>
      )}
    </>
  );
};
