import { useApps } from '../../data/apps.ts';
import { describeProblem } from '../../data/problem-messages.ts';
import { useApp } from '../../data/queries.ts';
import { actorName, session, signOut } from '../../data/session.ts';
import { useSignal } from '../../data/signal.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName, Logo } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { cycleTheme, type Theme, theme } from '../theme.ts';

const pictures: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

const ThemeButton = () => {
  const chosen = useSignal(theme);
  return (
    <Button kind="quiet" label={`Theme: ${chosen}`} onPress={cycleTheme}>
      <Icon name={pictures[chosen]} />
    </Button>
  );
};

const AppName = ({ app }: { app: string }) => <>{useApp(app)?.name ?? app}</>;

/** The menu lists this many apps; the apps screen has the rest. */
const listedApps = 8;

const OtherApps = ({ app }: { app: string }) => (
  <>
    {(useApps().value?.apps ?? [])
      .filter(({ slug }) => slug !== app)
      .slice(0, listedApps)
      .map(({ slug, name }) => (
        <a key={slug} href={`/apps/${slug}`}>
          {name}
        </a>
      ))}
  </>
);

const leave = (): void => {
  signOut().catch((error) => toast(describeProblem(error).message));
};

const Account = () => (
  <Menu label="Account" content={<span class="who">{actorName()}</span>}>
    {session.value?.key && <p class="small">{`Scopes: ${session.value.key.scopes.join(', ')}`}</p>}
    <a href="/docs">API documentation</a>
    <button type="button" onClick={leave}>
      Sign out
    </button>
  </Menu>
);

export const TopBar = ({ app }: { app: string | undefined }) => (
  <header class="bar">
    <a class="brand" href="/" aria-label="Slipway">
      <Logo />
      <span>Slipway</span>
    </a>
    {app !== undefined && (
      <>
        <span class="slash" aria-hidden="true">
          /
        </span>
        {session.value?.actor === 'admin' ? (
          <Menu label="Switch app" content={<AppName app={app} />}>
            <OtherApps app={app} />
            <a href="/apps">All apps</a>
          </Menu>
        ) : (
          <span class="app-name">
            <AppName app={app} />
          </span>
        )}
      </>
    )}
    <span class="spacer" />
    <ThemeButton />
    {session.value && <Account />}
  </header>
);
