import assert from 'node:assert/strict';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { adminKey, type Service } from '../../../lab/service.ts';
import { findChromium } from './chromium.ts';
import { sidewaysScroll, type Watch, watchPage } from './watch.ts';

/* A real browser against the real server. `watch.ts` lists the faults that fail every test. */

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser; the caller closes it. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: [...args, ...more] });

export interface Look {
  width?: number;
  theme?: 'light' | 'dark';
  /** Locale of numbers and dates. */
  locale?: string;
  /** Device pixel ratio; with half the width it emulates 200 % zoom. */
  scale?: number;
  /** Forced colors, as in high contrast mode. */
  isForced?: boolean;
  /** Origin of uploads, if it is not the server. */
  storage?: string;
}

/** A tab and its fault watcher. */
export interface Tab {
  page: Page;
  watch: Watch;
  context: BrowserContext;
  /** The server's origin. */
  origin: string;
  /** Asserts that there were no faults, and closes the tab. */
  finish(): Promise<void>;
}

const tabIn = async (context: BrowserContext, service: Service, storage?: string): Promise<Tab> => {
  const page = await context.newPage();
  const uploads = storage ?? `http://localhost:${service.uploadPort}`;
  const watch = await watchPage(page, [service.baseUrl, uploads]);
  return {
    page,
    watch,
    context,
    origin: service.baseUrl,
    finish: async () => {
      await watch.settle();
      // Collect the faults before changing the width, which shifts the layout on purpose.
      const faults = watch.faults();
      assert.deepEqual([...faults, ...(await sidewaysScroll(page))], []);
      await page.close();
    },
  };
};

/** Opens a tab in its own context, without cookies of other tests. */
export const openTab = async (browser: Browser, service: Service, look: Look = {}): Promise<Tab> => {
  const { width = 1280, theme = 'light', locale = 'en-GB', scale = 1, isForced = false } = look;
  const context = await browser.newContext({
    ...{ baseURL: service.baseUrl, locale, timezoneId: 'Europe/Berlin' },
    ...{ viewport: { width, height: 900 }, deviceScaleFactor: scale },
    ...{ colorScheme: theme, forcedColors: isForced ? 'active' : 'none' },
  });
  const tab = await tabIn(context, service, look.storage);
  return {
    ...tab,
    finish: async () => {
      await tab.finish();
      await context.close();
    },
  };
};

/** Opens a second tab that shares cookies and storage. */
export const openBeside = ({ context }: Tab, service: Service): Promise<Tab> => tabIn(context, service);

export const signIn = async ({ page }: Pick<Tab, 'page'>, path = '/', key = adminKey): Promise<void> => {
  await page.goto(`/sign-in?to=${encodeURIComponent(path)}`);
  await page.getByLabel('Admin key or API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
};

/** Session cookies by server and key. */
const entered = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Opens a path signed in: by the form the first time, then by the saved session. */
export const enter = async (tab: Tab, path: string, key = adminKey): Promise<void> => {
  const name = `${tab.origin} ${key}`;
  const cookies = entered.get(name);
  if (cookies === undefined) {
    await signIn(tab, path, key);
    entered.set(name, await tab.context.cookies());
  } else {
    await tab.context.addCookies(cookies);
    await tab.page.goto(path);
  }
};
