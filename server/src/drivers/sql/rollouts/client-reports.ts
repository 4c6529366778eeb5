import { type Kysely, sql } from 'kysely';
import type { CountedReport } from '../../../domain/model/report.ts';
import type { ReportChanges, Reports } from '../../../domain/ports/reports.ts';
import type { Tables } from '../schema.ts';
import { rowsPerStatement } from '../usage/claim-batch.ts';
import { rolloutColumns, rolloutOf } from './rollout-rows.ts';

const inParts = function* <T>(items: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < items.length; i += rowsPerStatement) yield items.slice(i, i + rowsPerStatement);
};

const columns = ['reporter', 'network', 'outcome', 'target', 'round', 'lap'] as const;

export const reportReads = (db: Kysely<Tables>): Reports => ({
  findReports: async (releaseId, reporters) => {
    const found: CountedReport[] = [];
    for (const part of inParts(reporters))
      found.push(
        ...(await db
          .selectFrom('rollout_reports')
          .select(columns)
          .where('release_id', '=', releaseId)
          .where('reporter', 'in', part)
          .orderBy('reporter')
          .execute()),
      );
    return found;
  },

  countReporters: async (releaseId, networks) => {
    const counts = new Map<number, number>();
    for (const part of inParts(networks)) {
      const rows = await db
        .selectFrom('rollout_reports')
        .select(['network', sql<number | string>`count(*)`.as('count')])
        .where('release_id', '=', releaseId)
        .where('network', 'in', part)
        .groupBy('network')
        .execute();
      for (const { network, count } of rows) counts.set(network, Number(count));
    }
    return counts;
  },

  listHighestReporters: async (releaseId, { round, firstWindow }, limit) =>
    db
      .selectFrom('rollout_reports')
      .select(columns)
      .where('release_id', '=', releaseId)
      .where('round', '=', round)
      .where('lap', '>=', firstWindow)
      .orderBy('reporter', 'desc')
      .limit(limit)
      .execute(),

  listReportedRollouts: async () => {
    const reported = sql<boolean>`exists (
      select 1 from rollout_reports where rollout_reports.release_id = rollouts.release_id)`;
    const rows = await db
      .selectFrom('rollouts')
      .select(rolloutColumns)
      .where('state', 'in', ['done', 'paused'])
      .where(reported)
      .execute();
    return rows.map(rolloutOf);
  },
});

export const reportWrites = (db: Kysely<Tables>): ReportChanges => ({
  putReports: async (releaseId, reports) => {
    for (const part of inParts(reports))
      await db
        .insertInto('rollout_reports')
        .values(part.map((report) => ({ ...report, release_id: releaseId })))
        .onConflict((conflict) =>
          conflict.columns(['release_id', 'reporter']).doUpdateSet((row) => ({
            outcome: row.ref('excluded.outcome'),
            target: row.ref('excluded.target'),
            round: row.ref('excluded.round'),
            lap: row.ref('excluded.lap'),
          })),
        )
        .execute();
  },

  removeReports: async (releaseId, reporters) => {
    for (const part of inParts(reporters))
      await db
        .deleteFrom('rollout_reports')
        .where('release_id', '=', releaseId)
        .where('reporter', 'in', part)
        .execute();
  },

  deleteReports: async (releaseId) => {
    const { numDeletedRows } = await db
      .deleteFrom('rollout_reports')
      .where('release_id', '=', releaseId)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});
