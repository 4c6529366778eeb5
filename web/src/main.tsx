import { render } from 'preact';
import { App } from './app.tsx';
import { joinTabs } from './session.ts';
import { applyTheme } from './theme.ts';

/* Where the page begins: the bar stands in it already, the rest is drawn after the first frame. */

applyTheme();
joinTabs();
const root = document.getElementById('app');
if (root !== null) {
  root.textContent = '';
  render(<App />, root);
}
