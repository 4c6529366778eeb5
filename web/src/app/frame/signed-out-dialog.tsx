import { sessionEnded } from '../../data/session.ts';
import { useSignal } from '../../data/signal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for the key on top of the current screen when the session expires, so input and uploads survive. */
export const SignedOutDialog = () =>
  useSignal(sessionEnded) ? (
    <Dialog title="Sign in again" onClose={undefined}>
      <p>The session has ended, or its key was revoked. Nothing that you typed is lost.</p>
      <SignInForm />
    </Dialog>
  ) : null;
