import type { Kysely } from 'kysely';
import type { Artifacts } from '../../../domain/ports/artifacts.ts';
import { appColumns, appOf } from '../apps/apps.ts';
import { jsonRow, readJson } from '../json.ts';
import { prepareStatement } from '../prepare.ts';
import type { Engine, Row, Tables } from '../schema.ts';
import { artifactColumns, artifactOf } from './artifact-rows.ts';
import { releaseOf } from './release-rows.ts';

const placedIn = (engine: Engine) =>
  prepareStatement((db, { releaseId, target }: { releaseId: string; target: string }) =>
    db
      .selectFrom('releases')
      .innerJoin('apps', 'apps.slug', 'releases.app')
      .innerJoin('artifacts', 'artifacts.release_id', 'releases.id')
      .selectAll('releases')
      .select(jsonRow(engine, 'apps', appColumns).as('placedApp'))
      .select(jsonRow(engine, 'artifacts', artifactColumns).as('placedArtifact'))
      .where('releases.id', '=', releaseId)
      .where('releases.state', '!=', 'draft')
      .where('artifacts.target', '=', target),
  );
const placed = { sqlite: placedIn('sqlite'), postgres: placedIn('postgres') };

/** The query behind a download: an artifact, its release and its app in one statement. */
export const artifactWithReleaseReads = (
  db: Kysely<Tables>,
  engine: Engine,
): Pick<Artifacts, 'findReleasedArtifact'> => ({
  findReleasedArtifact: async (releaseId, target) => {
    const [row] = (await placed[engine](db, { releaseId, target })).rows;
    return (
      row && {
        app: appOf(readJson<Row<'apps'>>(row.placedApp)),
        release: releaseOf(row),
        artifact: artifactOf(readJson<Row<'artifacts'>>(row.placedArtifact)),
      }
    );
  },
});
