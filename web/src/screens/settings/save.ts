import type { AppChange } from '@slipway/api';
import { client } from '../../client.ts';
import { refreshNamed, refreshShown } from '../../live.ts';
import { toast } from '../../parts/toast.tsx';

/** Changes an app, and asks anew for whatever shows it. */
export const saveApp = async (slug: string, change: AppChange, done: string): Promise<void> => {
  await client.changeApp(slug, change);
  toast(done);
  refreshShown(`${slug}/`);
  void refreshNamed('apps');
};
