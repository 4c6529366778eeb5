import type { Authenticating } from '../domain/authenticating.ts';
import type { Job } from './job.ts';

/** Writes when keys were last used, many in one write. */
export const noteKeyUse = (authenticating: Authenticating): Job => ({
  name: 'note-key-use',
  everySeconds: 5,
  run: authenticating.flushLastUsed,
});
