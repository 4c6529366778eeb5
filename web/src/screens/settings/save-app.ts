import type { AppChange } from '@slipway/api';
import { client } from '../../data/client.ts';
import { invalidateQueries, refetchQuery } from '../../data/query-cache.ts';
import { toast } from '../../ui/toast.tsx';

/** Saves an app and refetches everything that shows it. */
export const saveApp = async (slug: string, change: AppChange, done: string): Promise<void> => {
  await client.changeApp(slug, change);
  toast(done);
  invalidateQueries(`${slug}/`);
  void refetchQuery('apps');
};
