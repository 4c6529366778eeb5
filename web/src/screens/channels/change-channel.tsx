import type { Channel } from '@slipway/api';
import { useState } from 'preact/hooks';
import { Ask } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { faultOf } from '../../data/problem-messages.ts';
import { mayNot } from '../../data/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { alsoOffersLines, archiveLines } from './messages.ts';

interface Asked {
  app: string;
  channel: Channel;
  onClose: () => void;
}

/** Asks before a channel takes no more releases, or takes them again. */
export const ArchiveChannel = ({ app, channel, newest, onClose }: Asked & { newest: string | undefined }) => {
  const { name, active } = channel;
  return (
    <Ask
      app={app}
      title={active ? `Archive ${name}?` : `Unarchive ${name}?`}
      lines={
        active
          ? archiveLines(name, newest)
          : [{ icon: 'arrow', text: `Releases can be published to ${name} again.` }]
      }
      button={active ? 'Archive channel' : 'Unarchive channel'}
      reason={mayNot('manage')}
      act={() => client.changeChannel(app, name, { active: !active })}
      done={active ? `Archived ${name}.` : `Unarchived ${name}.`}
      onClose={onClose}
    />
  );
};

const nothing = 'None';

/** Chooses which other channel's newer releases the clients of one get, too. */
export const AlsoOffers = ({ app, channel, channels, onClose }: Asked & { channels: readonly Channel[] }) => {
  const { name } = channel;
  const [other, setOther] = useState(channel.alsoOffers ?? nothing);
  const others = channels.filter((one) => one.name !== name).map((one) => one.name);
  const chosen = other === nothing ? null : other;
  return (
    <Ask
      app={app}
      title={`Edit ${name}`}
      lines={alsoOffersLines(name, chosen ?? undefined)}
      button="Save"
      reason={mayNot('manage') ?? (chosen === channel.alsoOffers ? 'No changes.' : undefined)}
      act={() => client.changeChannel(app, name, { alsoOffers: chosen })}
      done={chosen === null ? `${name} now offers only its own releases.` : `${name} also offers ${chosen}.`}
      onClose={onClose}
    >
      {(error) => (
        <SelectField
          label="Also offers"
          fault={faultOf(error, '/alsoOffers')}
          help="Adds that channel’s own releases only."
          options={[nothing, ...others]}
          value={other}
          onChange={setOther}
        />
      )}
    </Ask>
  );
};
