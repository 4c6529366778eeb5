import type { ComponentChildren } from 'preact';

/** A status label; the color of the dot repeats what the text says. */
export const Badge = ({
  tone,
  children,
}: {
  tone: 'good' | 'warn' | 'bad' | 'accent' | 'plain';
  children: ComponentChildren;
}) => (
  <span class={`badge ${tone}`}>
    {tone !== 'plain' && <i aria-hidden="true" />}
    {children}
  </span>
);
