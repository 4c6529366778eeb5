import type { Authenticating } from '../domain/auth/authenticate.ts';
import type { SigningIn } from '../domain/auth/sessions.ts';
import type { Job } from './job.ts';

/** Writes when keys and sessions were last used, many in one write. */
export const noteKeyUse = (
  authenticating: Pick<Authenticating, 'flushLastUsed'>,
  signingIn: Pick<SigningIn, 'flushLastUsed'>,
): Job => ({
  name: 'note-key-use',
  everySeconds: 5,
  run: async () => {
    await authenticating.flushLastUsed();
    await signingIn.flushLastUsed();
  },
});
