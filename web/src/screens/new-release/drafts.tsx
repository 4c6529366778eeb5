import type { Release } from '@slipway/api';
import { useEffect } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { continueDraft } from '../../upload/create-draft.ts';

/** How far a draft is, in words. */
export const draftProgressText = ({ artifacts }: Pick<Release, 'artifacts'>): string => {
  if (artifacts.length === 0) return 'no files yet';
  const there = artifacts.filter(({ uploadedAt }) => uploadedAt !== null);
  const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
  return `${there.length} of ${artifacts.length} uploaded, ${formatBytes(bytes)} in all`;
};

/** A list does not look into the storage; each draft by itself does. */
const readDrafts = async (app: string): Promise<Release[]> => {
  const { releases } = await client.listReleases(app, { state: 'draft', limit: 10 });
  return Promise.all(releases.map(async ({ id }) => (await client.getRelease(app, id)).release));
};

/** Drafts that were begun before, to go on with. */
export const ResumableDrafts = ({ app, wanted }: { app: string; wanted: string | undefined }) => {
  const drafts = useQuery(`${app}/drafts`, () => readDrafts(app)).value ?? [];
  // Read anew: what is remembered may be from before the last upload, and lists the newest alone.
  const goOn = async (id: string): Promise<void> => {
    const { release } = await client.getRelease(app, id);
    if (release.state === 'draft') continueDraft(app, release);
  };
  useEffect(() => {
    if (wanted !== undefined) goOn(wanted).catch(() => undefined);
  }, [wanted]);
  if (drafts.length === 0 || wanted !== undefined) return null;
  return (
    <Card title="Begun before" note="drafts that nobody is offered yet">
      <ul class="lines">
        {drafts.map((draft) => (
          <li key={draft.id} class="begun">
            <span>
              <strong class="mono">{draft.version}</strong> to {draft.channel}
              <span class="line">
                {draftProgressText(draft)}, begun <Time at={draft.createdAt} />
              </span>
            </span>
            <Button onPress={() => void goOn(draft.id)}>Continue {draft.version}</Button>
          </li>
        ))}
      </ul>
    </Card>
  );
};
