import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { refreshShown } from '../../live.ts';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { isPrivateKey } from '../../uploading/private-key.ts';
import { faultOf } from '../../words.ts';

const isPrivate =
  'This is the private key. It was not sent. Paste the public one, and make a new pair if others may have seen this.';

/** Adds the public half of a key. A private one never leaves the page. */
export const SigningKeyForm = ({ app, onClose }: { app: string; onClose: () => void }) => {
  const [publicKey, setPublicKey] = useState('');
  const [name, setName] = useState('');
  const [fromVersion, setFromVersion] = useState('');
  const fault = isPrivateKey(publicKey) ? isPrivate : undefined;
  const reason = publicKey.trim() === '' ? 'Paste the public key first.' : fault;
  const add = async (): Promise<void> => {
    const { signingKey } = await client.addSigningKey(app, {
      publicKey: publicKey.trim(),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(fromVersion.trim() === '' ? {} : { fromVersion: fromVersion.trim() }),
    });
    toast(`The signing key ${signingKey.keyId} is in use.`);
    onClose();
    refreshShown(`${app}/`);
  };
  return (
    <Form button="Add the signing key" reason={reason} act={add} onCancel={onClose}>
      {(error) => (
        <>
          <TextField
            label="Public key"
            isMono
            rows={3}
            maxLength={4096}
            value={publicKey}
            onInput={setPublicKey}
            fault={fault ?? faultOf(error, '/publicKey')}
            help="The content of Tauri’s .pub file, minisign’s public key, or 32 bytes of Ed25519 in base64 (Sparkle)."
          />
          <TextField
            label="Name"
            value={name}
            onInput={setName}
            placeholder="release key of 2026"
            maxLength={200}
            fault={faultOf(error, '/name')}
            help="Its id, unless given."
          />
          <TextField
            label="Built in from version"
            isMono
            value={fromVersion}
            onInput={setFromVersion}
            placeholder="every version"
            maxLength={128}
            fault={faultOf(error, '/fromVersion')}
            help="For a new key beside an old one: the first version of the app that knows it. Older copies are offered what their own key can verify."
          />
        </>
      )}
    </Form>
  );
};
