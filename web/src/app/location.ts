import { createSignal } from '../data/signal.ts';

/* Where one is, and how one goes elsewhere in the dashboard: the page is not loaded anew for that. */

export interface AppLocation {
  /** What follows the host. */
  url: string;
  path: string;
  query: Record<string, string>;
  /** Set where one went there, and did not come back to it. */
  isNew: boolean;
}

/** Where the browser is. */
export const readLocation = (isNew: boolean): AppLocation => {
  const { pathname, search } = location;
  const query = Object.fromEntries(new URLSearchParams(search));
  return { url: pathname + search, path: pathname.replace(/\/+$/, '') || '/', query, isNew };
};

export const currentLocation = createSignal(readLocation(false));

/** Goes to an address of the dashboard; one that replaces another cannot be gone back to. */
export const navigate = (url: string, isReplacing = false): void => {
  if (isReplacing) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  currentLocation.value = readLocation(!isReplacing);
};

/** Addresses of the dashboard; others, as of the documentation, are left to the browser. */
const ours = /^\/(?:$|\?|sign-in|apps(?:[/?]|$))/;

/** The address that a click leads to; undefined where the browser does with it as it always does. */
const addressOf = (event: MouseEvent): string | undefined => {
  const { ctrlKey, metaKey, altKey, shiftKey, button, target } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  if (link === null || ctrlKey || metaKey || altKey || shiftKey || button !== 0) return undefined;
  const { origin, target: frame, download, pathname, search } = link;
  const isPlain = origin === location.origin && frame === '' && download === '';
  return isPlain && ours.test(pathname + search) ? pathname + search : undefined;
};

/** Follows links of the dashboard, and the browser's way back. */
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
