import type { Release } from '@slipway/api';
import { useEffect } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { continueDraft } from '../../upload/create-draft.ts';
import { draftProgressText } from './messages.ts';

/** Loads each draft individually, because the list does not check the storage for uploads. */
const readDrafts = async (app: string): Promise<Release[]> => {
  const { releases } = await client.listReleases(app, { state: 'draft', limit: 10 });
  return Promise.all(releases.map(async ({ id }) => (await client.getRelease(app, id)).release));
};

/** Earlier drafts that the user can continue. */
export const ResumableDrafts = ({ app, draftId }: { app: string; draftId: string | undefined }) => {
  const drafts = useQuery(`${app}/drafts`, () => readDrafts(app)).value ?? [];
  // Load it again: the cached list may predate the last upload and has only the newest drafts.
  const goOn = async (id: string): Promise<void> => {
    const { release } = await client.getRelease(app, id);
    if (release.state === 'draft') continueDraft(app, release);
  };
  useEffect(() => {
    if (draftId !== undefined) goOn(draftId).catch(() => undefined);
  }, [draftId]);
  if (drafts.length === 0 || draftId !== undefined) return null;
  return (
    <Card title="Unfinished drafts">
      <ul class="lines">
        {drafts.map((draft) => (
          <li key={draft.id} class="resume">
            <span>
              <strong class="mono">{draft.version}</strong> on {draft.channel}
              <span class="line">
                {draftProgressText(draft)}, created <Time at={draft.createdAt} isAgo />
              </span>
            </span>
            <Button onPress={() => void goOn(draft.id)}>
              Continue<span class="off-screen"> {draft.version}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
};
