import type { TrustedPublisher } from '@slipway/api';
import { Ask } from '../../acting/ask.tsx';
import { client } from '../../client.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copyable.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { mayNot } from '../../session.ts';
import { linesFor, providerNames } from './trust-words.ts';

interface Asked {
  app: string;
  of: TrustedPublisher;
  onClose: () => void;
}

/** What the pipeline needs, once it is trusted. */
export const TrustedLines = ({ app, of, onClose }: Asked) => (
  <Dialog
    title={`${of.name} is trusted`}
    onClose={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        Done
      </Button>
    }
  >
    <p>
      It exchanges the token that {of.provider === 'oidc' ? 'its issuer' : providerNames[of.provider]} signs
      for a key of {of.ttlSeconds / 60} minutes. The job needs:
    </p>
    <CodeBlock label="Lines for the pipeline" text={linesFor(of, globalThis.location?.origin ?? '', app)} />
    {of.warnings?.map(({ code, detail }) => (
      <p key={code} class="warn">
        {detail}
      </p>
    ))}
  </Dialog>
);

/** Asks before a pipeline is trusted no more. */
export const Untrust = ({ app, of, isOnly, onClose }: Asked & { isOnly: boolean }) => (
  <Ask
    app={app}
    title={`Trust ${of.name} no more?`}
    lines={[
      { icon: 'arrow', text: 'Its next run gets no key, and the keys that it has are revoked now.' },
      { icon: 'box', text: 'What it published stays as it is.' },
      ...(isOnly
        ? [
            {
              icon: 'warn' as const,
              tone: 'warn' as const,
              text: 'Only trusted publishers may publish, and this is the last: then only the admin key can.',
            },
          ]
        : []),
      { icon: 'undo', text: 'You can trust it again at any time.' },
    ]}
    keep="Keep it"
    button={`Remove ${of.name}`}
    isDanger
    reason={mayNot('manage')}
    act={() => client.untrustPublisher(app, of.id)}
    done={`${of.name} is no longer trusted.`}
    onClose={onClose}
  />
);
