import type { Authentication } from '../domain/auth/authenticate.ts';
import type { SessionAuth } from '../domain/auth/sessions.ts';
import type { Job } from './job.ts';

/** Writes the last use of keys and sessions in one batch. */
export const writeLastUsed = (
  authentication: Pick<Authentication, 'flushLastUsed'>,
  sessionAuth: Pick<SessionAuth, 'flushLastUsed'>,
): Job => ({
  name: 'note-key-use',
  everySeconds: 5,
  run: async () => {
    await authentication.flushLastUsed();
    await sessionAuth.flushLastUsed();
  },
});
