import { client } from '../data/client.ts';
import { mayNot } from '../data/session.ts';
import { Confirm, type Subject } from './confirm-dialog.tsx';
import { restoreLines } from './effect-lines.ts';

/** Asks before a withdrawn release is offered again. */
export const Restore = ({
  app,
  release,
  onClose,
}: {
  app: string;
  release: Subject;
  onClose: () => void;
}) => {
  const { id, version, channel } = release;
  return (
    <Confirm
      app={app}
      release={release}
      verb="restore"
      title={`Restore ${version} on ${channel}?`}
      button={`Restore ${version}`}
      missing={() => mayNot('withdraw')}
      lines={restoreLines}
      act={() => client.restoreRelease(app, id)}
      done={`${version} is published on ${channel} again.`}
      onClose={onClose}
    />
  );
};
