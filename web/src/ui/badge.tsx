import type { ComponentChildren } from 'preact';

/** A state in a word, with a dot whose colour says it again. */
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
