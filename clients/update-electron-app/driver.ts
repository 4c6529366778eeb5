import { registerHooks } from 'node:module';
import { answer, readInput } from '../driver-io.ts';
import type { AppSetup } from './driver-types.ts';
import { calls } from './electron.ts';

/* The real update-electron-app in an app of the requested system; only the platform name and Electron are faked. */

const { source, isMsix, ...system } = readInput<AppSetup>();
for (const name of ['platform', 'arch'] as const)
  Object.defineProperty(process, name, { value: system[name] });
Object.defineProperty(process, 'windowsStore', { value: isMsix });

// The source is not a file, so its imports are provided here.
const modules: Record<string, string> = {
  electron: new URL('./electron.ts', import.meta.url).href,
  'update-electron-app': import.meta.resolve('update-electron-app'),
};
registerHooks({
  resolve: (specifier, context, next) => {
    const url = modules[specifier];
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});

await import(`data:text/javascript,${encodeURIComponent(source)}`);
answer(calls);
