import { registerHooks } from 'node:module';
import { join } from 'node:path';
import type { ElectronInput } from './driver-types.ts';

/** Makes this process look like an app of the requested system: fakes the platform name and Electron. */
export const standIn = (input: ElectronInput): void => {
  for (const name of ['platform', 'arch'] as const)
    Object.defineProperty(process, name, { value: input[name] });
  Object.defineProperty(process, 'resourcesPath', { value: join(input.folder, 'resources') });
  const electron = new URL('./electron.ts', import.meta.url);
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: electron.href, shortCircuit: true } : next(specifier, context),
  });
};
