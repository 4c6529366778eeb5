import { useEffect, useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { invalidateQueries } from '../../data/query-cache.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { isPrivateKey, testKeyPairs } from '../../upload/private-key.ts';
import { privateKeyPasted, publicKeyMissing, signingKeyAdded } from './messages.ts';

/** Adds a public key. A private key never leaves the page. */
export const SigningKeyForm = ({ app, onClose }: { app: string; onClose: () => void }) => {
  const [publicKey, setPublicKey] = useState('');
  const [name, setName] = useState('');
  const [fromVersion, setFromVersion] = useState('');
  const [, setTested] = useState('');
  useEffect(() => void testKeyPairs([publicKey]).then(() => setTested(publicKey)), [publicKey]);
  const fault = isPrivateKey(publicKey) ? privateKeyPasted : undefined;
  const reason = publicKey.trim() === '' ? publicKeyMissing : fault;
  const add = async (): Promise<void> => {
    const { signingKey } = await client.addSigningKey(app, {
      publicKey: publicKey.trim(),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(fromVersion.trim() === '' ? {} : { fromVersion: fromVersion.trim() }),
    });
    toast(signingKeyAdded(signingKey.keyId));
    onClose();
    invalidateQueries(`${app}/`);
  };
  return (
    <Form submitLabel="Add key" disabledReason={reason} onSubmit={add} onCancel={onClose}>
      {(error) => (
        <>
          <TextField
            label="Public key"
            isMono
            rows={3}
            maxLength={4096}
            value={publicKey}
            onInput={setPublicKey}
            error={fault ?? fieldError(error, '/publicKey')}
            help="Tauri .pub file, minisign public key, or Ed25519 in base64 (Sparkle)."
          />
          <TextField
            label="Name"
            value={name}
            onInput={setName}
            placeholder="Release key 2026"
            maxLength={200}
            error={fieldError(error, '/name')}
            help="Defaults to the key ID."
          />
          <TextField
            label="First app version"
            isMono
            value={fromVersion}
            onInput={setFromVersion}
            placeholder="All versions"
            maxLength={128}
            error={fieldError(error, '/fromVersion')}
            help="When rotating keys: the first app version that contains this key."
          />
        </>
      )}
    </Form>
  );
};
