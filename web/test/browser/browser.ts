import assert from 'node:assert/strict';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { adminKey, type Service } from '../../../lab/service.ts';
import { findChromium } from './chromium.ts';
import { sidewaysScroll, type Watch, watchPage } from './watch.ts';

/* A real browser before the real service. Whatever a test does, some things may never happen: `watch.ts` says which. */

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser; whoever starts it closes it. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: [...args, ...more] });

export interface Look {
  width?: number;
  theme?: 'light' | 'dark';
  /** Language of the reader; numbers and dates follow it. */
  locale?: string;
  /** Device pixels to one of the page: at half the width, what a zoom of 200 % makes of it. */
  scale?: number;
  /** Colours of the system instead of the page's own. */
  isForced?: boolean;
  /** Where bytes are uploaded to, where that is not the service itself. */
  storage?: string;
}

/** A tab, and what must not happen in it. */
export interface Tab {
  page: Page;
  watch: Watch;
  context: BrowserContext;
  /** Of the service. */
  origin: string;
  /** Asserts that nothing happened that must not, and closes it. */
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
      // Read before the width changes: what that moves is meant to move.
      const faults = watch.faults();
      assert.deepEqual([...faults, ...(await sidewaysScroll(page))], []);
      await page.close();
    },
  };
};

/** Opens a tab in a browser of its own: no cookie of another test is in it. */
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

/** Opens another tab beside one: they share what the browser keeps. */
export const openBeside = ({ context }: Tab, service: Service): Promise<Tab> => tabIn(context, service);

/** Signs in, and goes where one wants to be. */
export const signIn = async ({ page }: Pick<Tab, 'page'>, path = '/', key = adminKey): Promise<void> => {
  await page.goto(`/sign-in?to=${encodeURIComponent(path)}`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
};

/** The cookies of those who have signed in already, by service and key. */
const entered = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Goes where one wants to be, signed in: by the form once, then by the session that it opened. */
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
