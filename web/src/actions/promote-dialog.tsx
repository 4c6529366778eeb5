import type { Channel } from '@slipway/api';
import { useState } from 'preact/hooks';
import { navigate } from '../app/location.ts';
import { client } from '../data/client.ts';
import { fieldError } from '../data/problem-messages.ts';
import { useChannels } from '../data/queries.ts';
import { denialReason } from '../data/session.ts';
import { QueryView } from '../ui/card.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { ReleaseDialogProps } from './confirmation.ts';
import { channelsLoading, noOtherChannel, promoteConfirmation, versionMissing } from './messages.ts';

/** Channels that a release can be promoted to. */
export const promotionTargets = (channel: string, channels: readonly Channel[]): string[] =>
  channels.filter(({ name, active }) => active && name !== channel).map(({ name }) => name);

/** Promotes a release to another channel with the same bytes, then opens the new draft. */
export const PromoteDialog = ({ app, release, onClose }: ReleaseDialogProps) => {
  const queryFn = () => client.listChannels(app);
  const channels = useChannels(app);
  const others = promotionTargets(release.channel, channels ?? []);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [version, setVersion] = useState(release.version);
  const to = chosen ?? others[0] ?? 'another channel';
  const act = async (): Promise<void> => {
    const { release: draft } = await client.promoteRelease(app, release.id, { channel: to, version });
    navigate(`/apps/${app}/releases/${draft.id}`);
  };
  const none = channels === undefined ? channelsLoading : noOtherChannel;
  const missing = others.length === 0 ? none : version === '' ? versionMissing : undefined;
  return (
    <ActionDialog
      app={app}
      {...promoteConfirmation(release, to, version)}
      reason={denialReason('publish') ?? missing}
      onConfirm={act}
      onClose={onClose}
    >
      {(error) => (
        <>
          <QueryView queryKey={`${app}/channels`} queryFn={queryFn} lines={2}>
            {() => (
              <SelectField
                label="Channel"
                error={fieldError(error, '/channel')}
                options={others}
                value={to}
                onChange={setChosen}
              />
            )}
          </QueryView>
          <TextField
            label={`Version on ${to}`}
            isMono
            value={version}
            onInput={(text) => setVersion(text.trim())}
            maxLength={128}
            error={fieldError(error, '/version')}
            help="Clients compare this with their own version. The files don’t change."
          />
        </>
      )}
    </ActionDialog>
  );
};
