import { EventEmitter } from 'node:events';
import { readAsked } from '../asked.ts';
import type { Asked, Told } from './asked.ts';

/* Fakes the parts of Electron that update-electron-app uses: a ready app, and an updater that records its calls. */

export const told: Told = { url: '', serverType: '', checks: 0 };

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  isReady: () => true,
  getVersion: () => readAsked<Asked>().version,
});

export const autoUpdater = Object.assign(new EventEmitter(), {
  setFeedURL: ({ url, serverType }: Pick<Told, 'url' | 'serverType'>) =>
    Object.assign(told, { url, serverType }),
  checkForUpdates: () => {
    told.checks += 1;
  },
});

export const dialog = {};
