import type { Authentication } from '../domain/auth/authenticate.ts';
import type { SessionAuth } from '../domain/auth/sessions.ts';
import type { Job } from './job.ts';

/** Writes when keys and sessions were last used, many in one write. */
export const writeLastUsed = (
  authenticating: Pick<Authentication, 'flushLastUsed'>,
  signingIn: Pick<SessionAuth, 'flushLastUsed'>,
): Job => ({
  name: 'note-key-use',
  everySeconds: 5,
  run: async () => {
    await authenticating.flushLastUsed();
    await signingIn.flushLastUsed();
  },
});
