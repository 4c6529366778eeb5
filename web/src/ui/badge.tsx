import type { ComponentChildren } from 'preact';

/** A status with a dot in its color, or a tag: the name of a channel. */
export const Badge = ({
  tone,
  children,
}: {
  tone: 'good' | 'warn' | 'bad' | 'accent' | 'plain' | 'tag';
  children: ComponentChildren;
}) => (
  <span class={`badge ${tone}`}>
    {tone !== 'tag' && <i aria-hidden="true" />}
    {children}
  </span>
);
