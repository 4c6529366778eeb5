import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { denialReason } from '../../data/session.ts';
import { changedFields } from './changes.ts';
import { saveApp } from './save.ts';

/** Unsaved changes of an app's settings: what a form shows, and how it is saved. */
export const useAppDraft = (app: App, done = 'Settings saved.') => {
  const [draft, setDraft] = useState<Partial<App>>({});
  const changes = changedFields<App>(app, draft);
  const mayBe = denialReason('manage');
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
