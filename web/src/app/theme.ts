import { createSignal } from '../data/signal.ts';

/* Light, dark, or as the system has it: kept in this browser alone. */

export type Theme = 'system' | 'light' | 'dark';

const place = 'slipway-theme';

const readTheme = (): Theme => {
  try {
    const kept = localStorage.getItem(place);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
};

export const theme = createSignal<Theme>('system');

const show = (): void => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
};

/** Shows the page as it was chosen before. */
export const applyTheme = (): void => {
  theme.value = readTheme();
  show();
};

const order: readonly Theme[] = ['system', 'light', 'dark'];

/** Goes on to the next of the three. */
export const cycleTheme = (): void => {
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length] ?? 'system';
  show();
  try {
    localStorage.setItem(place, theme.value);
  } catch {
    // A browser that keeps nothing shows it until the page is closed.
  }
};
