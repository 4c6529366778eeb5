import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { DeleteDraft } from '../../actions/delete-draft-dialog.tsx';
import { Promote } from '../../actions/promote-dialog.tsx';
import { Prune } from '../../actions/prune-dialog.tsx';
import { Publish } from '../../actions/publish-dialog.tsx';
import { Restore } from '../../actions/restore-dialog.tsx';
import { Withdraw } from '../../actions/withdraw-dialog.tsx';
import { goTo } from '../../app/location.ts';
import { mayNot } from '../../data/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { whyNot } from './missing.ts';

type Action = 'publish' | 'promote' | 'withdraw' | 'restore' | 'prune' | 'delete';

const hasBytes = ({ artifacts }: Release): boolean => artifacts.some(({ state }) => state === 'active');

const DraftButtons = ({ release, onAct }: { release: Release; onAct: (action: Action) => void }) => (
  <>
    <Button kind="quiet" reason={mayNot('publish')} onPress={() => onAct('delete')}>
      Delete draft…
    </Button>
    <Button kind="primary" reason={mayNot('publish') ?? whyNot(release)} onPress={() => onAct('publish')}>
      Publish {release.version} to {release.channel}…
    </Button>
  </>
);

const PublishedButtons = ({
  app,
  release,
  onAct,
}: {
  app: string;
  release: Release;
  onAct: (action: Action) => void;
}) => {
  const target = release.artifacts[0]?.target ?? '';
  const query = new URLSearchParams({ channel: release.channel, ...(target === '' ? {} : { target }) });
  return (
    <>
      <LinkButton href={`/apps/${app}/explain?${query}`}>Explain</LinkButton>
      {hasBytes(release) && release.state === 'published' && (
        <Button reason={mayNot('publish')} onPress={() => onAct('promote')}>
          Promote…
        </Button>
      )}
      <Button
        reason={mayNot('prune') ?? (hasBytes(release) ? undefined : 'Its files are pruned already.')}
        onPress={() => onAct('prune')}
      >
        Prune…
      </Button>
      {release.state === 'published' ? (
        <Button kind="danger" reason={mayNot('withdraw')} onPress={() => onAct('withdraw')}>
          Withdraw {release.version}…
        </Button>
      ) : (
        <Button kind="primary" reason={mayNot('withdraw')} onPress={() => onAct('restore')}>
          Restore {release.version}…
        </Button>
      )}
    </>
  );
};

/** What can be done with a release; each asks first, and says what it changes. */
export const ReleaseActions = ({ app, release }: { app: string; release: Release }) => {
  const [action, setAction] = useState<Action | undefined>(undefined);
  const props = { app, release, onClose: () => setAction(undefined) };
  return (
    <>
      {release.state === 'draft' ? (
        <DraftButtons release={release} onAct={setAction} />
      ) : (
        <PublishedButtons app={app} release={release} onAct={setAction} />
      )}
      {action === 'publish' && <Publish {...props} />}
      {action === 'promote' && <Promote {...props} />}
      {action === 'withdraw' && <Withdraw {...props} />}
      {action === 'restore' && <Restore {...props} />}
      {action === 'prune' && <Prune {...props} />}
      {action === 'delete' && <DeleteDraft {...props} onDone={() => goTo(`/apps/${app}/releases`)} />}
    </>
  );
};
