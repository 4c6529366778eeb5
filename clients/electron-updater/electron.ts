import { EventEmitter } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { readInput } from '../driver-io.ts';
import type { ElectronInput, WireRequest } from './driver-types.ts';

/*
 * Fakes the parts of Electron that electron-updater uses, on Node: the network, the app and, on macOS, the system
 * updater, which does nothing. electron-updater itself is unchanged.
 */

const { version, folder } = readInput<ElectronInput>();

/** Every request of the client, with the response size. */
export const requests: WireRequest[] = [];

const rangesIn = (header: string): number => (header === '' ? 0 : header.split(',').length);

const headerOf = ({ headers = {} }: RequestOptions, name: string): string =>
  Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    ?.toString() ?? '';

const keepRecord = (options: RequestOptions) => (response: IncomingMessage) => {
  const record = {
    path: options.path ?? '',
    status: response.statusCode ?? 0,
    ranges: rangesIn(headerOf(options, 'range')),
    bytes: 0,
  };
  requests.push(record);
  response.on('data', (chunk: Buffer) => {
    record.bytes += chunk.length;
  });
};

export const net = {
  /** Always connects to the loopback: not every resolver knows `*.localhost`. */
  request: (options: RequestOptions) => {
    const host = `${options.hostname}:${options.port}`;
    const dialled = { ...options, hostname: '127.0.0.1', agent: false };
    return request({ ...dialled, headers: { ...options.headers, host } }).on('response', keepRecord(options));
  },
};

export const session = { fromPartition: () => ({}) };

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  getVersion: () => version,
  getName: () => 'acme',
  getAppPath: () => folder,
  getPath: () => join(folder, 'user-data'),
  whenReady: async () => undefined,
});

export const autoUpdater = Object.assign(new EventEmitter(), { setFeedURL: () => undefined });
