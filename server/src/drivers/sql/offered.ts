import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Written into the statement, not bound to it: a planner takes a partial index only when it sees the value. */
export const published = sql.lit('published' as const);

/**
 * The ids that listCandidates is about: a bound on what the decision looks at, no decision. Every release is for everyone,
 * so that the newest of a target ends its list. A recursion steps from target to target of a channel, one look into the
 * index each, so that its cost follows the number of channels and targets and not that of releases.
 */
export const candidateIds = (app: string) => sql<string>`(
  with recursive
    targets (channel, target) as (
      select name, (select min(target) from offered where app = ${app} and channel = name)
      from channels where app = ${app}
      union all
      select channel, (
        select min(o.target) from offered o
        where o.app = ${app} and o.channel = targets.channel and o.target > targets.target)
      from targets where target is not null
    )
  select (
    select r.id from releases r
    where r.app = ${app} and r.channel = name and r.state = ${published} order by r.sequence desc limit 1)
  from channels where app = ${app}
  union all
  select (
    select o.release_id from offered o
    where o.app = ${app} and o.channel = targets.channel and o.target = targets.target
    order by o.sequence desc limit 1)
  from targets where target is not null
)`;

/** Brings the index of offers in line with the states of a release and its artifacts. */
export const refreshOffered = async (db: Kysely<Tables>, releaseId: string): Promise<void> => {
  await db.deleteFrom('offered').where('release_id', '=', releaseId).execute();
  await sql`
    insert into offered (app, channel, target, sequence, release_id)
    select r.app, r.channel, a.target, r.sequence, r.id
    from releases r join artifacts a on a.release_id = r.id
    where r.id = ${releaseId} and r.state = ${published} and a.state = 'active'
      and a.companion_of is null`.execute(db);
};
