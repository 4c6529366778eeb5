import type { Page } from 'playwright-core';

/*
 * Faults that fail every test: console errors, CSP violations, requests to other origins, and layout shifts without
 * user input.
 */

/** Limit on cumulative layout shift (CLS); a page that renders twice is far above it. */
const mostShift = 0.02;

export interface Watch {
  /** Allows these error statuses, which browsers log to the console. */
  expectRefusals(...statuses: number[]): void;
  /** Allows an error, uncaught or in the console, that the test provokes. */
  expectError(pattern: RegExp): void;
  /** Waits until the network is idle. */
  settle(): Promise<void>;
  faults(): string[];
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** A report from the page to the watcher. */
interface PageReport {
  policy?: string;
  /** The shift, its time, and the elements that moved. */
  shift?: Moved;
  /** Start and end of a user input or a request. */
  input?: Span;
  request?: Span;
  /** Identifies the document. */
  of: number;
}

type Span = readonly [from: number, to: number];

interface Moved {
  at: number;
  by: number;
  what: string;
}

/** Runs in the page before any of its scripts. */
const listen = (): void => {
  const { sendToTest } = window as unknown as { sendToTest(report: PageReport): void };
  const of = performance.timeOrigin;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    sendToTest({ of, policy: `${violatedDirective} ${blockedURI}` }),
  );
  const nameOf = ({ node, previousRect: from, currentRect: to }: Shift['sources'][number]): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    const [before, now] = [from, to].map(({ x, y, height }) => [x, y, height].map(Math.round).join());
    return `${element?.tagName}.${element?.getAttribute('class')} ${before} → ${now}`;
  };
  new PerformanceObserver((list) => {
    for (const { startTime: at, value: by, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput) sendToTest({ of, shift: { at, by, what: sources.map(nameOf).join('; ') } });
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, responseEnd } of list.getEntries() as PerformanceResourceTiming[])
      sendToTest({ of, request: [startTime, responseEnd] });
  }).observe({ type: 'resource', buffered: true });
  for (const event of ['pointerdown', 'keydown', 'change', 'drop'])
    addEventListener(event, ({ timeStamp }) => sendToTest({ of, input: [timeStamp, timeStamp] }), true);
};

/** CLS ignores shifts for this long after an input. */
const recentMs = 500;

interface Document {
  moved: Moved[];
  inputs: Span[];
  requests: Span[];
}

/**
 * When layout shifts are allowed: after an input, and after the responses to the requests it caused. CLS ignores only
 * the former, but responses are late on a busy machine.
 */
const excusedIn = ({ inputs, requests: request }: Document): Span[] => {
  const excused = inputs.map(([from, to]): Span => [from, to + recentMs]);
  const isExcused = (at: number): boolean => excused.some(([from, to]) => at >= from && at <= to);
  for (const [from, to] of request.toSorted(([a], [b]) => a - b))
    if (isExcused(from)) excused.push([from, to + recentMs]);
  return excused;
};

/** Adds up unexpected shifts by document. */
const createShifts = () => {
  const documents = new Map<number, Document>();
  const faultOf = (one: Document): string[] => {
    const excused = excusedIn(one);
    const moved = one.moved.filter(({ at }) => !excused.some(([from, to]) => at >= from && at <= to));
    const sum = moved.reduce((all, { by }) => all + by, 0);
    const report = moved.map(({ at, by, what }) => `${by.toFixed(4)} at ${Math.round(at)} ${what}`);
    return sum > mostShift ? [`the page moved by ${sum.toFixed(3)}: ${report.join(' | ')}`] : [];
  };
  return {
    add: ({ of, shift, input, request }: PageReport): void => {
      const one = documents.get(of) ?? { moved: [], inputs: [], requests: [] };
      documents.set(of, one);
      if (shift !== undefined) one.moved.push(shift);
      if (input !== undefined) one.inputs.push(input);
      if (request !== undefined) one.requests.push(request);
    },
    faults: (): string[] => [...documents.values()].flatMap(faultOf),
  };
};

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
  page.on('pageerror', ({ message }) => {
    if (!patterns.some((one) => one.test(message))) faults.push(`error: ${message}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && !ours.includes(origin))
      faults.push(`foreign request: ${request.url()}`);
  });
  await page.exposeFunction('sendToTest', (report: PageReport) => {
    if (report.policy === undefined) shifts.add(report);
    else faults.push(`policy: ${report.policy}`);
  });
  await page.addInitScript(listen);

  return {
    expectRefusals: (...statuses) => {
      for (const status of statuses) allowed.add(status);
    },
    expectError: (pattern) => void patterns.push(pattern),
    settle: async () => page.waitForLoadState('networkidle'),
    faults: () => [...faults, ...shifts.faults()],
  };
};

/** Widths that must not overflow: smallest phone, typical phone, desktop. */
export const widths = [320, 390, 1280] as const;

/** Horizontal overflow in pixels; waits a few frames for components that measure themselves. */
export const stickingOut = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });

/** Horizontal overflow at each width. */
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
