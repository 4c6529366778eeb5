import { sessionEnded } from '../../data/session.ts';
import { useSignal } from '../../data/signal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for the key on top of the current screen when the session expires, so input and uploads survive. */
export const SignedOutDialog = () =>
  useSignal(sessionEnded) ? (
    <Dialog title="Session ended" onClose={undefined}>
      <p>Your session expired or its key was revoked. Sign in to continue; nothing you entered is lost.</p>
      <SignInForm />
    </Dialog>
  ) : null;
