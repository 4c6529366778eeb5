import { render } from 'preact';
import { App } from './app.tsx';
import { followLinks } from './place.ts';
import { joinTabs } from './session.ts';
import { applyTheme } from './theme.ts';

/* Where the page begins: the bar stands in it already, the rest is drawn after the first frame. */

applyTheme();
joinTabs();
followLinks();
const root = document.getElementById('app');
if (root !== null) {
  root.textContent = '';
  render(<App />, root);
}
