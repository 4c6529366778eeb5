import { useEffect, useRef } from 'preact/hooks';
import { currentLocation } from '../location.ts';
import { sections } from '../sections.ts';
import { WithdrawButton } from './withdraw-button.tsx';

/** Whether a path is inside a section; the overview matches only itself. */
const isAt = (path: string, place: string, at: string): boolean =>
  path === place || (at !== '' && path.startsWith(`${place}/`));

/** An app's navigation; on narrow pages it is a row that scrolls. */
export const Navigation = ({ app }: { app: string }) => {
  const { path } = currentLocation.value;
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current !== null && here)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
  }, [path]);
  return (
    <nav class="nav" aria-label="App">
      {/* First in tab order, and always visible next to the navigation on a phone. */}
      <WithdrawButton app={app} />
      <ul ref={row}>
        {sections.map(({ at, label, isApart }) => {
          if (label === undefined) return null;
          const address = `/apps/${encodeURIComponent(app)}${at}`;
          return (
            <li key={at} class={isApart === true ? 'apart' : ''}>
              <a href={address} aria-current={isAt(path, address, at) ? 'page' : undefined}>
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};
