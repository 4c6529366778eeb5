import { EventEmitter } from 'node:events';
import { readInput } from '../driver-io.ts';
import type { AppSetup, UpdaterCalls } from './driver-types.ts';

/* Fakes the parts of Electron that update-electron-app uses: a ready app, and an updater that records its calls. */

export const calls: UpdaterCalls = { url: '', serverType: '', checks: 0 };

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  isReady: () => true,
  getVersion: () => readInput<AppSetup>().version,
});

export const autoUpdater = Object.assign(new EventEmitter(), {
  setFeedURL: ({ url, serverType }: Pick<UpdaterCalls, 'url' | 'serverType'>) =>
    Object.assign(calls, { url, serverType }),
  checkForUpdates: () => {
    calls.checks += 1;
  },
});

export const dialog = {};
