import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { currentLocation } from '../location.ts';
import { type Section, sections } from '../sections.ts';
import { useWithdraw } from './use-withdraw.tsx';

/** Whether a path is inside a section; the overview matches only itself. */
const isInside = (current: string, sectionUrl: string, sectionPath: string): boolean =>
  current === sectionUrl || (sectionPath !== '' && current.startsWith(`${sectionUrl}/`));

const labeled = sections.filter(({ label }) => label !== undefined);

const Links = ({ app, of, hasIcons }: { app: string; of: readonly Section[]; hasIcons?: boolean }) => (
  <>
    {of.map(({ path, label, group, icon }) => {
      const url = `/apps/${encodeURIComponent(app)}${path}`;
      return (
        <li key={path}>
          {group !== undefined && hasIcons !== true && <p class="group">{group}</p>}
          <a href={url} aria-current={isInside(currentLocation.value.path, url, path) ? 'page' : undefined}>
            {hasIcons === true && icon !== undefined && <Icon name={icon} />}
            {label}
          </a>
        </li>
      );
    })}
  </>
);

/** An app’s navigation: a column, and on narrow pages a bottom bar with a drawer for the rest. */
export const Navigation = ({ app }: { app: string }) => {
  const [isOpen, setOpen] = useState(false);
  const withdraw = useWithdraw(app);
  const button = withdraw.isAllowed && (
    <Button kind="danger" onPress={withdraw.open}>
      Withdraw a release…
    </Button>
  );
  return (
    <nav class="nav" aria-label="App">
      <div class="nav-column">
        {/* First in tab order. */}
        {button}
        <ul>
          <Links app={app} of={labeled} />
        </ul>
      </div>
      <ul class="nav-bar">
        <Links app={app} of={labeled.filter(({ icon }) => icon !== undefined)} hasIcons />
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Icon name="more" />
            More
          </button>
        </li>
      </ul>
      {isOpen && (
        <Dialog title="More" isDrawer onClose={() => setOpen(false)} actions={<Button>Close</Button>}>
          {button}
          <ul>
            <Links app={app} of={labeled.filter(({ icon }) => icon === undefined)} />
          </ul>
        </Dialog>
      )}
      {withdraw.dialog}
    </nav>
  );
};
