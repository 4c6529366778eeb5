import { render } from 'preact';
import { App } from './app/app.tsx';
import { interceptLinks } from './app/location.ts';
import { applyTheme } from './app/theme.ts';
import { syncTabs } from './data/session.ts';

/* The entry point. The HTML already contains the top bar; the rest renders after the first paint. */

/** Stops waiting in browsers that never report a paint. */
const paintTimeoutMs = 2000;

/** Runs after the first paint, so that rendering and requests do not delay it. */
const afterFirstPaint = (go: () => void): void => {
  // A background tab does not paint until it is shown: load now, to be ready by then.
  if (document.visibilityState === 'hidden') {
    go();
    return;
  }
  let hasGone = false;
  const once = (): void => {
    if (!hasGone) go();
    hasGone = true;
  };
  new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(once, paintTimeoutMs);
};

applyTheme();
syncTabs();
interceptLinks();
const root = document.getElementById('app');
if (root !== null)
  afterFirstPaint(() => {
    root.textContent = '';
    render(<App />, root);
  });
