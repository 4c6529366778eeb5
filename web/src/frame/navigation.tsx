import { useLocation } from 'preact-iso/router';
import { sections } from '../sections.ts';
import { WithdrawButton } from './withdraw-button.tsx';

/** Whether an address lies in a section: the overview is only itself. */
const isAt = (path: string, place: string, at: string): boolean =>
  path === place || (at !== '' && path.startsWith(`${place}/`));

/** The screens of an app; on a narrow page a row that scrolls. */
export const Navigation = ({ app }: { app: string }) => {
  const { path } = useLocation();
  return (
    <nav class="nav" aria-label="App">
      <ul>
        {sections.map(({ at, label, isApart }) => {
          if (label === undefined) return null;
          const place = `/apps/${encodeURIComponent(app)}${at}`;
          return (
            <li key={at} class={isApart === true ? 'apart' : ''}>
              <a href={place} aria-current={isAt(path, place, at) ? 'page' : undefined}>
                {label}
              </a>
            </li>
          );
        })}
        <li class="apart">
          <WithdrawButton app={app} />
        </li>
      </ul>
    </nav>
  );
};
