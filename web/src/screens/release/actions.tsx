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
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { draftBlocker, filesDeleted } from './messages.ts';

type ReleaseActionKind = 'publish' | 'promote' | 'withdraw' | 'restore' | 'prune' | 'delete';

const hasBytes = ({ artifacts }: Release): boolean => artifacts.some(({ state }) => state === 'active');

interface ButtonsProps {
  release: Release;
  onAct: (action: ReleaseActionKind) => void;
}

const DraftButtons = ({ release, onAct }: ButtonsProps) => (
  <>
    <Button kind="quiet" disabledReason={denialReason('publish')} onPress={() => onAct('delete')}>
      Delete draft…
    </Button>
    <Button
      kind="primary"
      disabledReason={denialReason('publish') ?? draftBlocker(release)}
      onPress={() => onAct('publish')}
    >
      Publish…
    </Button>
  </>
);

export const MoreActions = ({ release, onAct }: ButtonsProps) => {
  const noFiles = hasBytes(release) ? undefined : filesDeleted;
  return (
    <>
      {release.state === 'published' && (
        <MenuItem disabledReason={denialReason('publish') ?? noFiles} onPress={() => onAct('promote')}>
          Promote…
        </MenuItem>
      )}
      <MenuItem disabledReason={denialReason('prune') ?? noFiles} onPress={() => onAct('prune')}>
        Delete files…
      </MenuItem>
    </>
  );
};

const PublishedButtons = (props: ButtonsProps) => {
  const { release, onAct } = props;
  return (
    <>
      {release.state === 'published' ? (
        <Button kind="danger" disabledReason={denialReason('withdraw')} onPress={() => onAct('withdraw')}>
          Withdraw…
        </Button>
      ) : (
        <Button kind="primary" disabledReason={denialReason('withdraw')} onPress={() => onAct('restore')}>
          Restore…
        </Button>
      )}
      <Menu label="More actions">
        <MoreActions {...props} />
      </Menu>
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
        <PublishedButtons release={release} onAct={setAction} />
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
