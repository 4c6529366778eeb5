import { createSignal, useSignal } from '../data/signal.ts';

/* What is said aloud to those who do not see the page change. */

const words = createSignal('');

/** Says something aloud once. */
export const announce = (text: string): void => {
  // The same words again are news only where something lay between.
  words.value = '';
  setTimeout(() => {
    words.value = text;
  }, 50);
};

/** Where announcements are heard. */
export const Announcer = () => (
  <div class="off-screen" aria-live="polite" role="status">
    {useSignal(words)}
  </div>
);
