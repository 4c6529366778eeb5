import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { CodeBlock, Copyable } from '../../parts/copyable.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Segments } from '../../parts/field.tsx';
import { Tick } from '../../parts/tick.tsx';
import type { Made } from './make-key.tsx';
import { githubLines, gitlabLines } from './scopes.ts';

/** The secret of a new key, this once: it is kept nowhere here. */
export const ShowSecret = ({ app, made, onClose }: { app: string; made: Made; onClose: () => void }) => {
  const [isKept, setKept] = useState(false);
  const [where, setWhere] = useState<'github' | 'gitlab'>('github');
  const url = globalThis.location?.origin ?? '';
  return (
    <Dialog
      title={`The secret of ${made.key.name}`}
      onClose={isKept ? onClose : undefined}
      actions={
        <Button
          kind="primary"
          reason={isKept ? undefined : 'Say that you have kept it first.'}
          onPress={onClose}
        >
          Done
        </Button>
      }
    >
      <p>It is shown this once. Slipway keeps only what it needs to recognise it.</p>
      <p class="secret">
        <Copyable text={made.secret} />
      </p>
      <div class="pipeline-lines">
        <Segments
          label="Where it is used"
          options={[
            ['github', 'GitHub Actions'],
            ['gitlab', 'GitLab CI'],
          ]}
          value={where}
          onChange={setWhere}
        />
        <CodeBlock
          label="Lines for the pipeline"
          text={where === 'github' ? githubLines(url, app) : gitlabLines(url, app)}
        />
      </div>
      <Tick name="I have kept it" isOn={isKept} onChange={setKept} />
    </Dialog>
  );
};
