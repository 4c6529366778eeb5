import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { cleanUpAtExit } from '../../../lab/cleanup.ts';
import { freePorts } from '../../../lab/free-port.ts';
import { metricValue } from '../../../lab/metric.ts';
import { requestPort } from '../../../lab/request.ts';
import { defaultEnv, main } from '../../../lab/service.ts';
import { waitUntil } from '../../../lab/wait-until.ts';

/* A server whose standard output is a file, or a pipe that nobody reads. */

export interface LoggingService {
  process: ChildProcess;
  port: number;
  /** Sends logged requests; returns how many got the expected status. */
  makeLines(count: number): Promise<number>;
  isHealthy(): Promise<boolean>;
  /** The metric of dropped log lines. */
  dropped(): Promise<number>;
  /** Sends SIGTERM; resolves with the exit code, or 'stuck'. */
  end(): Promise<number | null | 'stuck'>;
}

/** Fills the log with few requests. */
const longPath = `/v1/apps/${'x'.repeat(900)}`;

/** Only ends a test that would hang. */
const timeoutMs = 30_000;

/** Starts it in a folder; without a log file its output is a pipe. */
export const startLogging = async (
  folder: string,
  { logFile, env = {} }: { logFile?: string; env?: Record<string, string> } = {},
): Promise<LoggingService> => {
  const [port = 0, uploadPort = 0] = await freePorts(2);
  const output = logFile === undefined ? undefined : openSync(logFile, 'a');
  const child = spawn(process.execPath, [main, 'start'], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: folder, ...defaultEnv(folder) },
      ...{ PORT: String(port), SLIPWAY_UPLOAD_PORT: String(uploadPort), LOG_LEVEL: 'debug', ...env },
    },
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe'],
  });
  if (output !== undefined) closeSync(output);
  const forget = cleanUpAtExit(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      forget();
      resolve(code);
    });
  });
  const get = (path: string) => requestPort(port, path, { signal: AbortSignal.timeout(timeoutMs) });
  const service: LoggingService = {
    process: child,
    port,
    makeLines: async (count) => {
      let answered = 0;
      let left = count;
      const client = async () => {
        while (left-- > 0) if ((await get(longPath)).status === 401) answered += 1;
      };
      await Promise.allSettled(Array.from({ length: 8 }, client));
      return answered;
    },
    isHealthy: async () => (await get('/healthz').catch(() => undefined))?.status === 200,
    dropped: async () => metricValue((await get('/metrics')).text(), 'slipway_log_lines_dropped_total'),
    end: async () => {
      child.kill('SIGTERM');
      let timer: NodeJS.Timeout | undefined;
      const stuck = new Promise<'stuck'>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, 'stuck');
      });
      const outcome = await Promise.race([ended, stuck]);
      clearTimeout(timer);
      if (outcome === 'stuck') child.kill('SIGKILL');
      return outcome;
    },
  };
  const isReady = async () =>
    child.exitCode !== null ||
    (await requestPort(port, '/readyz', { agent: false }).catch(() => undefined))?.status === 200;
  await waitUntil('ready', isReady);
  return service;
};
