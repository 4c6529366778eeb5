import { openConnection } from './connection.ts';
import { createLatencies } from './latencies.ts';
import type { ClosedOrder, LoadResult, PacedOrder } from './orders.ts';

const createTally = () => {
  const statuses: Record<string, number> = {};
  const latencies = createLatencies();
  let requests = 0;
  let bytes = 0;
  return {
    add: (status: number, size: number, milliseconds: number): void => {
      requests += 1;
      bytes += size;
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.add(milliseconds);
    },
    sumUp: (startedAt: number): LoadResult => ({
      requests,
      bytes,
      seconds: (performance.now() - startedAt) / 1000,
      statuses,
      ...latencies.sumUp(),
    }),
  };
};

/** Sends the next request as soon as a response arrives, until the time is over. */
export const runClosedLoop = async (order: ClosedOrder): Promise<LoadResult> => {
  const tally = createTally();
  let next = order.startAt;
  const startedAt = performance.now();
  const endsAt = startedAt + order.milliseconds;
  const runOne = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      const opening = openConnection(
        order,
        (status, bytes) => {
          const now = performance.now();
          tally.add(status, bytes, now - sentAt);
          if (now < endsAt) ask();
          else void opening.then((exchange) => exchange.close()).then(resolve);
        },
        reject,
      );
      let send: (request: string) => void;
      const ask = (): void => {
        sentAt = performance.now();
        send(order.requests[next % order.requests.length] as string);
        next += 1;
      };
      opening.then((exchange) => {
        send = exchange.send;
        ask();
      }, reject);
    });
  await Promise.all(Array.from({ length: order.connections }, runOne));
  return tally.sumUp(startedAt);
};

/** The same, with a new connection per request. */
export const runFreshConnections = async (order: ClosedOrder): Promise<LoadResult> => {
  const tally = createTally();
  let next = order.startAt;
  const startedAt = performance.now();
  const askOne = (request: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const sentAt = performance.now();
      const opening = openConnection(
        order,
        (status, bytes) => {
          tally.add(status, bytes, performance.now() - sentAt);
          void opening.then((exchange) => exchange.close()).then(resolve);
        },
        reject,
      );
      opening.then((exchange) => exchange.send(request), reject);
    });
  const runOne = async (): Promise<void> => {
    while (performance.now() < startedAt + order.milliseconds)
      await askOne(order.requests[next++ % order.requests.length] as string);
  };
  await Promise.all(Array.from({ length: order.connections }, runOne));
  return tally.sumUp(startedAt);
};

/** Sends at a steady rate. A request that finds every connection busy waits, and the wait counts as latency. */
export const runPaced = async (order: PacedOrder): Promise<LoadResult> => {
  const tally = createTally();
  const waiting: number[] = [];
  const idle: ((dueAt: number) => void)[] = [];
  let next = 0;
  let failure: Error | undefined;
  const openOne = async (): Promise<() => void> => {
    let dueAt = 0;
    const exchange = await openConnection(
      order,
      (status, bytes) => {
        tally.add(status, bytes, performance.now() - dueAt);
        const waited = waiting.shift();
        if (waited === undefined) idle.push(ask);
        else ask(waited);
      },
      (error) => {
        failure ??= error;
      },
    );
    const ask = (due: number): void => {
      dueAt = due;
      next = (next + 1) % order.requests.length;
      exchange.send(order.requests[next] as string);
    };
    idle.push(ask);
    return exchange.close;
  };
  const closers = await Promise.all(Array.from({ length: order.connections }, openOne));
  const startedAt = performance.now();
  let due = 0;
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      const elapsed = performance.now() - startedAt;
      for (; due <= Math.min(elapsed, order.milliseconds) * (order.perSecond / 1000); due++) {
        const dueAt = startedAt + (due * 1000) / order.perSecond;
        const ask = idle.shift();
        if (ask === undefined) waiting.push(dueAt);
        else ask(dueAt);
      }
      const isOver = elapsed > order.milliseconds && idle.length === order.connections;
      if (isOver || failure !== undefined || elapsed > order.milliseconds + 10_000) resolve();
      else setTimeout(tick, 1);
    };
    tick();
  });
  for (const close of closers) close();
  if (failure !== undefined) throw failure;
  return tally.sumUp(startedAt);
};
