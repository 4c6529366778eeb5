import type { Page } from 'playwright-core';

/*
 * What may not happen in a tab, whatever a test does in it: an error in the console, a breach of the page's policy, a
 * request to an origin that is not ours, a page that moves by itself.
 */

/** RFC-like bound of the web's own measure; a page that was laid out twice is far above it. */
const mostShift = 0.02;

export interface Watch {
  /** Lets the service refuse with these statuses: browsers write a line for each. */
  expectRefusals(...statuses: number[]): void;
  /** Waits until nothing moves any more. */
  settle(): Promise<void>;
  /** What went wrong so far. */
  faults(): string[];
}

/** Runs in the page before any of its scripts. */
const listen = (): void => {
  const seen = { violations: [] as string[], shift: 0, moved: [] as string[] };
  (window as unknown as { seenByTests: typeof seen }).seenByTests = seen;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.violations.push(`${violatedDirective} ${blockedURI}`),
  );
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      if (hadRecentInput) continue;
      seen.shift += value;
      const named = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.tagName} ${element?.getAttribute('class')}`;
        return `${name} ${[from.x, from.y, from.height].map(Math.round)} → ${[to.x, to.y, to.height].map(Math.round)}`;
      });
      seen.moved.push(`${value.toFixed(4)} (${named.join('; ')})`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

interface Seen {
  violations: string[];
  shift: number;
  /** What moved, to say so where it was too much. */
  moved: string[];
}

/** Watches a tab from now on. */
export const watchPage = async (page: Page, ours: readonly string[]): Promise<Watch> => {
  const faults: string[] = [];
  const allowed = new Set<number>();
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1]);
    if (!allowed.has(status)) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && !ours.includes(origin))
      faults.push(`foreign request: ${request.url()}`);
  });
  await page.addInitScript(listen);

  return {
    expectRefusals: (...statuses) => {
      for (const status of statuses) allowed.add(status);
    },
    settle: async () => {
      await page.waitForLoadState('networkidle');
      const seen = await page.evaluate(() => (window as unknown as { seenByTests?: Seen }).seenByTests);
      if (seen === undefined) return;
      faults.push(...seen.violations.map((violation) => `policy: ${violation}`));
      if (seen.shift > mostShift)
        faults.push(`the page moved by ${seen.shift.toFixed(3)}: ${seen.moved.join(', ')}`);
    },
    faults: () => faults,
  };
};

/** Widths at which nothing may stick out: the narrowest phone, a usual one, a desk. */
export const widths = [320, 390, 1280] as const;

/** Once what follows a new width has been drawn: what measures itself does so in the frame after. */
const measureSideways = async (): Promise<number> => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
};

/** How far a page sticks out sideways at each width, where it does. */
export const sidewaysScroll = async (page: Page): Promise<string[]> => {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(measureSideways);
    if (wide > 0) found.push(`${wide} px at ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
};
