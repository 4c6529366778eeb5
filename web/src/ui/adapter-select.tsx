import { type Choice, ChoiceList } from './choices.tsx';

const adapters: readonly Choice<string>[] = [
  {
    value: 'tauri',
    label: 'Tauri',
    description: 'Tauri 2 updater plugin, with signed updates.',
  },
  { value: 'rest', label: 'REST', description: 'Your own updater, using a JSON API.' },
  { value: 'squirrel', label: 'Squirrel', description: 'Electron’s built-in autoUpdater (macOS, Windows).' },
  { value: 'cargo-packager', label: 'cargo-packager', description: 'cargo-packager updater.' },
];

/** An adapter's name, or its ID if this version does not know it. */
export const adapterName = (id: string) => adapters.find(({ value }) => value === id)?.label ?? id;

/** Selects an adapter. A current value this version does not know stays selectable. */
export const AdapterSelect = ({
  value,
  onChange,
  reason,
}: {
  value: string;
  onChange: (id: string) => void;
  reason?: string | undefined;
}) => {
  const isKnown = adapters.some((adapter) => adapter.value === value);
  const other = { value, label: value, description: 'Added by your server administrator.' };
  return (
    <div class="field">
      <ChoiceList
        legend="Updater"
        choices={isKnown ? adapters : [...adapters, other]}
        value={value}
        onChange={onChange}
        reason={reason}
      />
      <p class="help">Feeds for electron-updater, Sparkle, Velopack, and others are always available.</p>
    </div>
  );
};
