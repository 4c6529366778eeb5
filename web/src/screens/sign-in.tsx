import { SignInForm } from '../app/frame/sign-in-form.tsx';
import { Screen } from '../ui/screen.tsx';

export const SignInScreen = () => (
  <div class="sign-in">
    <Screen
      title="Sign in"
      subtitle="This service publishes releases of applications and tells installed copies about them."
    >
      <div class="card padded">
        <SignInForm />
      </div>
      <details class="key-help">
        <summary>Where is the key?</summary>
        <p>
          The admin key was shown in the terminal when the service started for the first time. Without a
          terminal it lies in the file <code>admin-key</code> beside the data, as a rule{' '}
          <code>data/admin-key</code>.
        </p>
        <p>
          Lost? <code>slipway-server reset-key</code> on the machine of the service makes a new one. A key of
          one app is made by whoever manages that app; it opens that app alone.
        </p>
      </details>
      <p class="small quiet">
        <a href="/docs">API documentation</a> · Everything here can be done by the API and the command line,
        too.
      </p>
    </Screen>
  </div>
);
