import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { DeleteDraftDialog } from '../../actions/delete-draft-dialog.tsx';
import { PromoteDialog } from '../../actions/promote-dialog.tsx';
import { PruneDialog } from '../../actions/prune-dialog.tsx';
import { PublishDialog } from '../../actions/publish-dialog.tsx';
import { RestoreDialog } from '../../actions/restore-dialog.tsx';
import { WithdrawDialog } from '../../actions/withdraw-dialog.tsx';
import { navigate } from '../../app/location.ts';
import { denialReason } from '../../data/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { draftBlocker, prunedAlready } from './messages.ts';

type ReleaseActionKind = 'publish' | 'promote' | 'withdraw' | 'restore' | 'prune' | 'delete';

const hasBytes = ({ artifacts }: Release): boolean => artifacts.some(({ state }) => state === 'active');

const DraftButtons = ({
  release,
  onAct,
}: {
  release: Release;
  onAct: (action: ReleaseActionKind) => void;
}) => (
  <>
    <Button kind="quiet" disabledReason={denialReason('publish')} onPress={() => onAct('delete')}>
      Delete draft…
    </Button>
    <Button
      kind="primary"
      disabledReason={denialReason('publish') ?? draftBlocker(release)}
      onPress={() => onAct('publish')}
    >
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
  onAct: (action: ReleaseActionKind) => void;
}) => {
  const target = release.artifacts[0]?.target ?? '';
  const query = new URLSearchParams({ channel: release.channel, ...(target === '' ? {} : { target }) });
  return (
    <>
      <LinkButton href={`/apps/${app}/explain?${query}`}>Explain</LinkButton>
      {hasBytes(release) && release.state === 'published' && (
        <Button disabledReason={denialReason('publish')} onPress={() => onAct('promote')}>
          Promote…
        </Button>
      )}
      <Button
        disabledReason={denialReason('prune') ?? (hasBytes(release) ? undefined : prunedAlready)}
        onPress={() => onAct('prune')}
      >
        Prune…
      </Button>
      {release.state === 'published' ? (
        <Button kind="danger" disabledReason={denialReason('withdraw')} onPress={() => onAct('withdraw')}>
          Withdraw {release.version}…
        </Button>
      ) : (
        <Button kind="primary" disabledReason={denialReason('withdraw')} onPress={() => onAct('restore')}>
          Restore {release.version}…
        </Button>
      )}
    </>
  );
};

/** Actions on a release; each previews its effects first. */
export const ReleaseActions = ({ app, release }: { app: string; release: Release }) => {
  const [action, setAction] = useState<ReleaseActionKind | undefined>(undefined);
  const props = { app, release, onClose: () => setAction(undefined) };
  return (
    <>
      {release.state === 'draft' ? (
        <DraftButtons release={release} onAct={setAction} />
      ) : (
        <PublishedButtons app={app} release={release} onAct={setAction} />
      )}
      {action === 'publish' && <PublishDialog {...props} />}
      {action === 'promote' && <PromoteDialog {...props} />}
      {action === 'withdraw' && <WithdrawDialog {...props} />}
      {action === 'restore' && <RestoreDialog {...props} />}
      {action === 'prune' && <PruneDialog {...props} />}
      {action === 'delete' && (
        <DeleteDraftDialog {...props} onDone={() => navigate(`/apps/${app}/releases`)} />
      )}
    </>
  );
};
