import { SignInForm } from '../app/frame/sign-in-form.tsx';
import { Screen } from '../ui/screen.tsx';

export const SignInScreen = () => (
  <div class="sign-in">
    <Screen title="Sign in" subtitle="Publish releases and deliver updates to your installed apps.">
      <div class="card padded">
        <SignInForm />
      </div>
      <details class="key-help">
        <summary>Where do I find my key?</summary>
        <p>
          The admin key was printed when the server first started. Without a terminal it was saved to{' '}
          <code>data/admin-key</code>.
        </p>
        <p>
          Lost it? Run <code>slipway-server reset-key</code> on the server. For an API key, ask someone who
          manages the app.
        </p>
      </details>
      <p class="small quiet">
        <a href="/docs">API documentation</a> · Everything here also works through the API and CLI.
      </p>
    </Screen>
  </div>
);
