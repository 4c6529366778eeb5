import { createSignal } from '../data/signal.ts';

/* The color theme, stored in this browser only. */

export type Theme = 'system' | 'light' | 'dark';

const place = 'slipway-theme';

const readTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(place);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
};

export const theme = createSignal<Theme>('system');

const show = (): void => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
};

/** Applies the stored theme. */
export const applyTheme = (): void => {
  theme.value = readTheme();
  show();
};

const order: readonly Theme[] = ['system', 'light', 'dark'];

export const cycleTheme = (): void => {
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length] ?? 'system';
  show();
  try {
    localStorage.setItem(place, theme.value);
  } catch {
    // Without localStorage the theme lasts until the page is closed.
  }
};
