import { useEffect, useRef } from 'preact/hooks';
import { currentLocation } from '../location.ts';
import { sections } from '../sections.ts';
import { WithdrawButton } from './withdraw-button.tsx';

/** Whether a path is inside a section; the overview matches only itself. */
const isInside = (current: string, sectionUrl: string, sectionPath: string): boolean =>
  current === sectionUrl || (sectionPath !== '' && current.startsWith(`${sectionUrl}/`));

/** An app's navigation; on narrow pages it is a row that scrolls. */
export const Navigation = ({ app }: { app: string }) => {
  const current = currentLocation.value.path;
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current !== null && here)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
  }, [current]);
  return (
    <nav class="nav" aria-label="App">
      {/* First in tab order, and always visible next to the navigation on a phone. */}
      <WithdrawButton app={app} />
      <ul ref={row}>
        {sections.map(({ path, label, hasSeparator }) => {
          if (label === undefined) return null;
          const url = `/apps/${encodeURIComponent(app)}${path}`;
          return (
            <li key={path} class={hasSeparator === true ? 'divider' : ''}>
              <a href={url} aria-current={isInside(current, url, path) ? 'page' : undefined}>
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};
