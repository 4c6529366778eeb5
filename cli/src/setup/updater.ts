import type { App } from '@slipway/api';
import type { Project } from './detect.ts';

/** What is known of an app and of where its clients ask. */
export interface UpdaterSetup {
  project: Project;
  /** Unknown where the service could not be asked. */
  app: App | undefined;
  publicUrl: string;
  channel: string;
}
