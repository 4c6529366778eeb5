import { createSignal, useSignal } from '../data/signal.ts';

/* Announcements for screen readers. */

const words = createSignal('');

export const announce = (text: string): void => {
  // Clear it first, so that repeated text is announced again.
  words.value = '';
  setTimeout(() => {
    words.value = text;
  }, 50);
};

/** The live region. */
export const Announcer = () => (
  <div class="off-screen" aria-live="polite" role="status">
    {useSignal(words)}
  </div>
);
