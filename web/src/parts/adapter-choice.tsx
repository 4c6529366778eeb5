import { type Choice, Choices } from './choices.tsx';

const adapters: readonly Choice<string>[] = [
  {
    value: 'tauri',
    name: 'Tauri',
    what: 'The updater of Tauri 2: signed updates, asked for by the app itself.',
  },
  { value: 'rest', name: 'REST', what: 'An updater of your own: a plain JSON answer.' },
  { value: 'squirrel', name: 'Squirrel', what: 'Electron’s own autoUpdater on macOS and Windows.' },
  { value: 'cargo-packager', name: 'cargo-packager', what: 'The updater of cargo-packager.' },
];

/** What an adapter is called; one that this page does not know, by its id. */
export const nameOfAdapter = (id: string) => adapters.find(({ value }) => value === id)?.name ?? id;

/** What asks for an app's updates. One that this page does not know stays to be chosen. */
export const AdapterChoice = ({
  value,
  onChange,
  reason,
}: {
  value: string;
  onChange: (id: string) => void;
  reason?: string | undefined;
}) => {
  const isKnown = adapters.some((adapter) => adapter.value === value);
  const other = { value, name: value, what: 'An adapter that the operator added.' };
  return (
    <div class="field">
      <Choices
        legend="What asks for updates?"
        choices={isKnown ? adapters : [...adapters, other]}
        value={value}
        onChange={onChange}
        reason={reason}
      />
      <p class="help">
        Documents for electron-updater, Sparkle, Velopack and others are served for every app, whatever is
        chosen here.
      </p>
    </div>
  );
};
