import type { App } from '@slipway/api';
import type { Project } from './detect.ts';

export interface UpdaterSetup {
  project: Project;
  /** Undefined if the server was unreachable. */
  app: App | undefined;
  publicUrl: string;
  channel: string;
}
