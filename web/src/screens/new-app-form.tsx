import { useState } from 'preact/hooks';
import { navigate } from '../app/location.ts';
import { client } from '../data/client.ts';
import { fieldError } from '../data/problem-messages.ts';
import { refetchQuery } from '../data/query-cache.ts';
import { AdapterSelect } from '../ui/adapter-select.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { slugError, slugMissing } from './apps/messages.ts';

/** Derives a slug: `Lantern Pro` → `lantern-pro`. */
export const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    // After NFKD normalization, accents are separate characters.
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-$/, '');

export const NewAppForm = ({
  isFirst,
  onCancel,
}: {
  isFirst: boolean;
  onCancel: (() => void) | undefined;
}) => {
  const [name, setName] = useState('');
  const [typedSlug, setSlug] = useState<string | undefined>(undefined);
  const [adapter, setAdapter] = useState('tauri');
  const slug = typedSlug ?? slugify(name);
  const fault = slugError(slug);
  const make = async (): Promise<void> => {
    await client.createApp({ slug, adapter, ...(name.trim() === '' ? {} : { name: name.trim() }) });
    void refetchQuery('apps');
    navigate(`/apps/${slug}`);
  };
  return (
    <Card title={isFirst ? 'Create your first app' : 'New app'}>
      <Form
        isNarrow
        submitLabel="Create app"
        disabledReason={slug === '' ? slugMissing : fault}
        onSubmit={make}
        onCancel={onCancel}
      >
        {(error) => (
          <>
            <TextField
              label="Name"
              value={name}
              onInput={setName}
              placeholder="Lantern"
              maxLength={100}
              help="Shown to users on the download page."
            />
            <TextField
              label="Slug"
              isMono
              isRequired
              value={slug}
              onInput={setSlug}
              error={fault ?? fieldError(error, '/slug')}
              help="Part of the update URL. Can’t be changed later."
            />
            <AdapterSelect value={adapter} onChange={setAdapter} />
          </>
        )}
      </Form>
    </Card>
  );
};
