import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { mayNot } from '../../data/session.ts';
import { changesOf } from './changes.ts';
import { saveApp } from './save.ts';

/** Unsaved changes of an app's settings: what a form shows, and how it is saved. */
export const useAppDraft = (app: App, done = 'Settings saved.') => {
  const [draft, setDraft] = useState<Partial<App>>({});
  const changes = changesOf<App>(app, draft);
  const mayBe = mayNot('manage');
  return {
    now: { ...app, ...draft },
    set: (change: Partial<App>): void => setDraft({ ...draft, ...change }),
    mayBe,
    reason: mayBe ?? (changes === undefined ? 'No changes.' : undefined),
    save: async (): Promise<void> => {
      await saveApp(app.slug, changes ?? {}, done);
      setDraft({});
    },
  };
};
