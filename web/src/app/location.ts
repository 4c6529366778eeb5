import { createSignal } from '../data/signal.ts';

/* Client-side navigation: the current location, and changing it without a page load. */

export interface AppLocation {
  /** Path and query. */
  url: string;
  path: string;
  query: Record<string, string>;
  /** True after a navigation, false after going back or forward. */
  isNew: boolean;
}

export const readLocation = (isNew: boolean): AppLocation => {
  const { pathname, search } = location;
  const query = Object.fromEntries(new URLSearchParams(search));
  return { url: pathname + search, path: pathname.replace(/\/+$/, '') || '/', query, isNew };
};

export const currentLocation = createSignal(readLocation(false));

/** Navigates to a dashboard URL, optionally replacing the history entry. */
export const navigate = (url: string, isReplacing = false): void => {
  if (isReplacing) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  currentLocation.value = readLocation(!isReplacing);
};

/** Dashboard paths. The browser handles all others, such as the docs. */
const ours = /^\/(?:$|\?|sign-in|apps(?:[/?]|$))/;

/** The dashboard URL a click leads to; undefined if the browser should handle the click. */
const addressOf = (event: MouseEvent): string | undefined => {
  const { ctrlKey, metaKey, altKey, shiftKey, button, target } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  if (link === null || ctrlKey || metaKey || altKey || shiftKey || button !== 0) return undefined;
  const { origin, target: frame, download, pathname, search } = link;
  const isPlain = origin === location.origin && frame === '' && download === '';
  return isPlain && ours.test(pathname + search) ? pathname + search : undefined;
};

/** Handles dashboard links and the browser's back button on the client. */
export const interceptLinks = (): void => {
  addEventListener('popstate', () => {
    currentLocation.value = readLocation(false);
  });
  addEventListener('click', (event) => {
    const address = addressOf(event);
    if (address === undefined) return;
    event.preventDefault();
    navigate(address);
  });
};
