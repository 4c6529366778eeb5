import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { denialReason } from '../../data/session.ts';
import { changedFields } from './changed-fields.ts';
import { noChanges, settingsSaved } from './messages.ts';
import { saveApp } from './save-app.ts';

/** Unsaved settings of an app, and how to save them. */
export const useAppDraft = (app: App, done = settingsSaved) => {
  const [draft, setDraft] = useState<Partial<App>>({});
  const changes = changedFields<App>(app, draft);
  const mayBe = denialReason('manage');
  return {
    now: { ...app, ...draft },
    set: (change: Partial<App>): void => setDraft({ ...draft, ...change }),
    mayBe,
    reason: mayBe ?? (changes === undefined ? noChanges : undefined),
    save: async (): Promise<void> => {
      await saveApp(app.slug, changes ?? {}, done);
      setDraft({});
    },
  };
};
