import type { SigningKey } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { denialReason } from '../../data/session.ts';
import { TextField } from '../../ui/field.tsx';
import { retireLines } from './signing-messages.ts';

interface SigningKeyDialogProps {
  app: string;
  of: SigningKey;
  onClose: () => void;
}

/** Retires a signing key, or puts it back in use. */
export const RetireSigningKeyDialog = ({
  app,
  of,
  isLast,
  onClose,
}: SigningKeyDialogProps & { isLast: boolean }) => {
  const isActive = of.state === 'active';
  return (
    <ActionDialog
      app={app}
      title={isActive ? `Retire ${of.name}?` : `Reactivate ${of.name}?`}
      lines={
        isActive
          ? retireLines(of, isLast)
          : [
              {
                icon: 'arrow',
                text: `Files signed with ${of.keyId} pass again from the next publish.`,
              },
            ]
      }
      button={isActive ? 'Retire key' : 'Reactivate key'}
      isDanger={isActive}
      reason={denialReason('manage')}
      act={() => client.changeSigningKey(app, of.id, { state: isActive ? 'retired' : 'active' })}
      done={isActive ? `Retired ${of.name}.` : `Reactivated ${of.name}.`}
      onClose={onClose}
    />
  );
};

/** Changes a signing key's name and the first app version that has it built in. */
export const ChangeSigningKeyDialog = ({ app, of, onClose }: SigningKeyDialogProps) => {
  const [name, setName] = useState(of.name);
  const [fromVersion, setFromVersion] = useState(of.fromVersion ?? '');
  const version = fromVersion.trim() === '' ? null : fromVersion.trim();
  const isSame = name.trim() === of.name && version === of.fromVersion;
  return (
    <ActionDialog
      app={app}
      title={`Edit ${of.name}`}
      lines={
        version === of.fromVersion
          ? []
          : [
              {
                icon: 'people',
                text:
                  version === null
                    ? 'All app versions trust this key.'
                    : `Clients before ${version} are only offered releases signed with their own key.`,
              },
            ]
      }
      button="Save"
      reason={denialReason('manage') ?? (isSame ? 'No changes.' : undefined)}
      act={() => client.changeSigningKey(app, of.id, { name: name.trim() || null, fromVersion: version })}
      done={`Saved ${name.trim() || of.keyId}.`}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            value={name}
            onInput={setName}
            maxLength={200}
            fault={fieldError(error, '/name')}
          />
          <TextField
            label="First app version"
            isMono
            value={fromVersion}
            onInput={setFromVersion}
            placeholder="every version"
            maxLength={128}
            fault={fieldError(error, '/fromVersion')}
          />
        </>
      )}
    </ActionDialog>
  );
};
