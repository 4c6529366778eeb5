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
  /** Lets the console say this, where a test provokes it. */
  expectConsole(pattern: RegExp): void;
  /** Waits until nothing moves any more. */
  settle(): Promise<void>;
  /** What went wrong so far. */
  faults(): string[];
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** What the page says of itself while it is watched. */
interface Told {
  policy?: string;
  /** How far something moved, and what that was, to say so where it was too much. */
  shift?: number;
  what?: string;
  /** Which document it was. */
  of: number;
}

/** Runs in the page before any of its scripts. */
const listen = (): void => {
  const { tellTests } = window as unknown as { tellTests(told: Told): void };
  const of = performance.timeOrigin;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tellTests({ of, policy: `${violatedDirective} ${blockedURI}` }),
  );
  const nameOf = ({ node, previousRect: from, currentRect: to }: Shift['sources'][number]): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    const [before, now] = [from, to].map(({ x, y, height }) => [x, y, height].map(Math.round).join());
    return `${element?.tagName}.${element?.getAttribute('class')} ${before} → ${now}`;
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput) tellTests({ of, shift: value, what: sources.map(nameOf).join('; ') });
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Adds up what moved, document by document. */
const createShifts = () => {
  const sums = new Map<number, { sum: number; moved: string[] }>();
  return {
    add: ({ of, shift = 0, what = '' }: Told): void => {
      const { sum, moved } = sums.get(of) ?? { sum: 0, moved: [] };
      sums.set(of, { sum: sum + shift, moved: [...moved, `${shift.toFixed(4)} ${what}`] });
    },
    faults: (): string[] =>
      [...sums.values()]
        .filter(({ sum }) => sum > mostShift)
        .map(({ sum, moved }) => `the page moved by ${sum.toFixed(3)}: ${moved.join(' | ')}`),
  };
};

/** Watches a tab from now on. */
export const watchPage = async (page: Page, ours: readonly string[]): Promise<Watch> => {
  const faults: string[] = [];
  const allowed = new Set<number>();
  const patterns: RegExp[] = [];
  const shifts = createShifts();
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    const status = Number(/status of (\d{3})/.exec(text)?.[1]);
    if (!allowed.has(status) && !patterns.some((one) => one.test(text))) faults.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && !ours.includes(origin))
      faults.push(`foreign request: ${request.url()}`);
  });
  await page.exposeFunction('tellTests', (told: Told) => {
    if (told.policy === undefined) shifts.add(told);
    else faults.push(`policy: ${told.policy}`);
  });
  await page.addInitScript(listen);

  return {
    expectRefusals: (...statuses) => {
      for (const status of statuses) allowed.add(status);
    },
    expectConsole: (pattern) => void patterns.push(pattern),
    settle: async () => page.waitForLoadState('networkidle'),
    faults: () => [...faults, ...shifts.faults()],
  };
};

/** Widths at which nothing may stick out: the narrowest phone, a usual one, a desk. */
export const widths = [320, 390, 1280] as const;

/** By how many pixels a page sticks out, once it is drawn: what measures itself does so in the frame after. */
export const stickingOut = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });

/** How far a page sticks out sideways at each width, where it does. */
export const sidewaysScroll = async (page: Page): Promise<string[]> => {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await stickingOut(page);
    if (wide > 0) found.push(`${wide} px at ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
};
