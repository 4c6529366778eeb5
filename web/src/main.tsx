import { render } from 'preact';
import { App } from './app/app.tsx';
import { interceptLinks } from './app/location.ts';
import { applyTheme } from './app/theme.ts';
import { syncTabs } from './data/session.ts';

/* Where the page begins: the bar stands in it already, the rest is drawn after the first frame. */

/** Browsers that never say that something was seen are not waited for longer. */
const patienceMs = 2000;

/** Goes on when something has been seen: what is drawn and asked for next does not hold that up. */
const whenSeen = (go: () => void): void => {
  // A tab in the background is painted when someone looks at it; it is loaded by then.
  if (document.visibilityState === 'hidden') {
    go();
    return;
  }
  let hasGone = false;
  const once = (): void => {
    if (!hasGone) go();
    hasGone = true;
  };
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(once, patienceMs);
};

applyTheme();
syncTabs();
interceptLinks();
const root = document.getElementById('app');
if (root !== null)
  whenSeen(() => {
    root.textContent = '';
    render(<App />, root);
  });
