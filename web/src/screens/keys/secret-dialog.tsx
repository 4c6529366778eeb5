import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SegmentedControl } from '../../ui/field.tsx';
import type { CreatedKey } from './create-key-form.tsx';
import { secretUnsaved } from './messages.ts';
import { githubSnippet, gitlabSnippet, terminalSnippet } from './scopes.ts';

/** Usage examples: CI for keys that can publish, a shell for others. */
const Use = ({ app, scopes }: { app: string; scopes: CreatedKey['key']['scopes'] }) => {
  const [where, setWhere] = useState<'github' | 'gitlab'>('github');
  const url = globalThis.location?.origin ?? '';
  if (!scopes.includes('publish'))
    return (
      <>
        <p>{scopes.includes('read') && 'Sign in to this dashboard with it, or use the CLI:'}</p>
        <CodeBlock label="CLI" text={terminalSnippet(url, app, scopes)} />
      </>
    );
  return (
    <>
      <SegmentedControl
        label="CI provider"
        options={[
          ['github', 'GitHub Actions'],
          ['gitlab', 'GitLab CI'],
        ]}
        value={where}
        onChange={setWhere}
      />
      <CodeBlock
        label="CI configuration"
        text={where === 'github' ? githubSnippet(url, app) : gitlabSnippet(url, app)}
      />
    </>
  );
};

/** Shows a new key's secret once; the dashboard does not store it. */
export const SecretDialog = ({
  app,
  made,
  onClose,
}: {
  app: string;
  made: CreatedKey;
  onClose: () => void;
}) => {
  const [isKept, setKept] = useState(false);
  return (
    <Dialog
      title="Save your API key"
      onClose={isKept ? onClose : undefined}
      actions={
        <Button kind="primary" disabledReason={isKept ? undefined : secretUnsaved} onPress={onClose}>
          Done
        </Button>
      }
    >
      <p>Copy it now. You won’t be able to see it again.</p>
      <CodeBlock label="API key" text={made.secret} />
      <div class="snippets">
        <Use app={app} scopes={made.key.scopes} />
      </div>
      <Checkbox name="I’ve saved it" isOn={isKept} onChange={setKept} />
    </Dialog>
  );
};
