import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** A menu button; Escape, a choice, or a click outside closes the menu. */
export const Menu = ({
  label,
  content,
  children,
}: {
  label: string;
  content: ComponentChildren;
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
      if (!isKey && menu.current?.firstElementChild?.contains(event.target as Node)) return;
      if (isKey) button.current?.focus();
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
        class="menu-button"
        aria-expanded={isOpen ? 'true' : 'false'}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {content}
        <Icon name="down" />
      </button>
      {isOpen && <div class="menu-list">{children}</div>}
    </div>
  );
};
