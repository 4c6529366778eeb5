import { ProblemError } from '@slipway/api';
import { useEffect, useRef, useState } from 'preact/hooks';
import { signIn } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { signInError, tooManyAttempts } from '../messages.ts';

/** Seconds until the user may retry. */
const useCountdown = (seconds: number): number => {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds === 0) return undefined;
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
};

/** The sign-in form. It never submits natively: the key is sent once, in a header. */
export const SignInForm = () => {
  const [key, setKey] = useState('');
  const [stay, setStay] = useState(false);
  const { isBusy, error, run } = useAction();
  const wait = error instanceof ProblemError && error.status === 429 ? (error.retryAfterSeconds ?? 5) : 0;
  const left = useCountdown(wait);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (left === 0) void run(() => signIn(key.trim(), stay));
  };
  return (
    <form class="form" onSubmit={submit}>
      {/* Password managers save fields that have a name. */}
      <input
        class="off-screen"
        type="text"
        name="username"
        value="slipway"
        autocomplete="username"
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field label="Admin key or API key" error={signInError(error)}>
        {(wired) => (
          <input
            {...wired}
            ref={field}
            type="password"
            name="key"
            class="mono"
            autocomplete="current-password"
            required
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        )}
      </Field>
      <Checkbox name="Stay signed in for 7 days" isOn={stay} onChange={setStay} />
      <Button
        kind="primary"
        type="submit"
        isBusy={isBusy}
        disabledReason={left > 0 ? tooManyAttempts(left) : undefined}
      >
        {left > 0 ? `Try again in ${left} s` : 'Sign in'}
      </Button>
    </form>
  );
};
