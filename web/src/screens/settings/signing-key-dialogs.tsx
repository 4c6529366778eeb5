import type { SigningKey } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { denialReason } from '../../data/session.ts';
import { TextField } from '../../ui/field.tsx';
import { noChanges, retireConfirmation, signingKeyConfirmation } from './messages.ts';

interface SigningKeyDialogProps {
  app: string;
  signingKey: SigningKey;
  onClose: () => void;
}

/** Retires a signing key, or puts it back in use. */
export const RetireSigningKeyDialog = ({
  app,
  signingKey,
  isLast,
  onClose,
}: SigningKeyDialogProps & { isLast: boolean }) => {
  const isActive = signingKey.state === 'active';
  return (
    <ActionDialog
      app={app}
      {...retireConfirmation(signingKey, isLast)}
      isDanger={isActive}
      reason={denialReason('manage')}
      onConfirm={() =>
        client.changeSigningKey(app, signingKey.id, { state: isActive ? 'retired' : 'active' })
      }
      onClose={onClose}
    />
  );
};

/** Changes a signing key's name and the first app version that has it built in. */
export const ChangeSigningKeyDialog = ({ app, signingKey, onClose }: SigningKeyDialogProps) => {
  const [name, setName] = useState(signingKey.name);
  const [fromVersion, setFromVersion] = useState(signingKey.fromVersion ?? '');
  const version = fromVersion.trim() === '' ? null : fromVersion.trim();
  const isSame = name.trim() === signingKey.name && version === signingKey.fromVersion;
  return (
    <ActionDialog
      app={app}
      {...signingKeyConfirmation(signingKey, name.trim(), version)}
      reason={denialReason('manage') ?? (isSame ? noChanges : undefined)}
      onConfirm={() =>
        client.changeSigningKey(app, signingKey.id, { name: name.trim() || null, fromVersion: version })
      }
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            value={name}
            onInput={setName}
            maxLength={200}
            error={fieldError(error, '/name')}
          />
          <TextField
            label="First app version"
            isMono
            value={fromVersion}
            onInput={setFromVersion}
            placeholder="All versions"
            maxLength={128}
            error={fieldError(error, '/fromVersion')}
          />
        </>
      )}
    </ActionDialog>
  );
};
