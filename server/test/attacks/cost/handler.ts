import type { IncomingMessage } from 'node:http';
import type { Site } from '../../../src/domain/model/site.ts';
import type { CheckRecorder } from '../../../src/http/checks/check-counts.ts';
import { createClientReader } from '../../../src/http/client/client-hints.ts';
import { createMemoryResponses } from '../../../src/http/fast-path/memory-responses.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { createPlainCheck } from '../../domain/decision/plain-check.ts';

/* The check handler alone, in this process: CPU time per check without sockets. */

const links = { download: '/releases/download/:releaseId/:target', check: '/releases/check' };

/** Answers checks of a site as the server does, with metrics. */
export const createHandler = (site: Site, counted?: CheckRecorder) => {
  const metrics = createMetrics();
  const check = createPlainCheck({
    ...{ links, readClient: createClientReader(undefined), onAdmission: metrics.admission },
    ...(counted === undefined ? {} : { counted }),
  });
  return createMemoryResponses({
    ...{ check, links: links as never, pages: {} as never, feeds: {} as never, downloadPages: {} as never },
    ...{ sites: { peek: () => site } as never, metrics },
  });
};
type Handler = ReturnType<typeof createHandler>;

const rounds = 15;
const warmUps = 2;

const headers = { host: 'hello.localhost', 'user-agent': 'tauri-plugin-updater', accept: 'application/json' };

/** A check request for a version, with an optional query. */
export const requestOf = (version: string, more: object = {}, remoteAddress = '192.0.2.7'): IncomingMessage =>
  ({
    ...{ method: 'GET', url: `/releases/stable/linux/x86_64/${version}` },
    ...{ headers: { ...headers, ...more }, socket: { remoteAddress } },
  }) as unknown as IncomingMessage;

/** Microseconds of CPU time per check. */
const costOf = (handle: Handler, requests: readonly IncomingMessage[], checks: number): number => {
  const before = process.cpuUsage();
  for (let i = 0; i < checks; i++) handle(requests[i % requests.length] as IncomingMessage);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / checks;
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The cost of a handler compared to a plain one, in alternating rounds so that noise affects both. */
export const compareCosts = async (
  { plain, other }: { plain: Handler; other: Handler },
  requests: readonly IncomingMessage[],
  { checks, between = async () => {} }: { checks: number; between?: () => Promise<void> },
) => {
  const costs: { plain: number; other: number }[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const cost = { plain: costOf(plain, requests, checks), other: costOf(other, requests, checks) };
    await between();
    if (round >= 0) costs.push(cost);
  }
  return {
    added: median(costs.map((cost) => cost.other - cost.plain)),
    plain: median(costs.map((cost) => cost.plain)),
    other: median(costs.map((cost) => cost.other)),
  };
};
