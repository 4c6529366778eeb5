import { client } from '../client.ts';
import { toast } from '../parts/toast.tsx';
import { mayNot } from '../session.ts';
import { Confirm, type Subject } from './confirm.tsx';
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
  const act = async (): Promise<void> => {
    await client.restoreRelease(app, id);
    toast(`${version} is published on ${channel} again.`);
  };
  return (
    <Confirm
      app={app}
      release={release}
      verb="restore"
      title={`Restore ${version} on ${channel}?`}
      keep="Leave it withdrawn"
      button={`Restore ${version}`}
      missing={() => mayNot('withdraw')}
      lines={restoreLines}
      act={act}
      onClose={onClose}
    />
  );
};
