import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import { signedGateOf } from '../../../domain/model/policy.ts';
import type { ReleaseExclusion } from '../../../domain/ports/releases.ts';
import { prepareStatement } from '../prepare.ts';
import type { Tables } from '../schema.ts';
import { artifactOf } from './artifact-rows.ts';
import { releaseOf } from './release-rows.ts';

/** A literal, not a bound parameter: the planner uses a partial index only when it sees the value. */
export const publishedLiteral = sql.lit('published' as const);

/** The offers of an app without the excluded releases. */
interface OfferScope {
  app: string;
  offered: RawBuilder<unknown>;
  /** The same filter for the releases table. */
  butId: RawBuilder<unknown>;
}

const offerScopeOf = (app: string, without: ReleaseExclusion | undefined): OfferScope => {
  if (without === undefined) return { app, offered: sql`offered`, butId: sql`` };
  const { releaseId, target } = without;
  if (target === undefined)
    return {
      app,
      offered: sql`(select * from offered where release_id <> ${releaseId})`,
      butId: sql`and r.id <> ${releaseId}`,
    };
  const isIt = sql`release_id = ${releaseId} and target = ${target}`;
  return { app, offered: sql`(select * from offered where not (${isIt}))`, butId: sql`` };
};

/** Larger than any sequence, so the walk starts at the newest release. */
const top = sql.lit(Number.MAX_SAFE_INTEGER);

/*
 * An upper bound of the releases that a decision may need. The recursive queries step from target to target of a
 * channel, from gate to gate of a target, and through its unfinished rollouts with one index lookup each, so the cost
 * does not depend on the number of releases. The newest release without a gate ends the walk, except for clients held
 * at a milestone: the walk restarts from each such milestone. Targets without gates or rollouts skip the recursion,
 * since PostgreSQL estimates 100 rows per recursion and would JIT-compile the statement. `order by … limit 1` forces
 * the index regardless of the planner's estimates.
 */
const walk = ({ app, offered }: OfferScope) => sql`
  with recursive
    targets (channel, target) as (
      select name, (select min(target) from ${offered} o where app = ${app} and channel = name)
      from channels where app = ${app}
      union all
      select channel, (
        select min(o.target) from ${offered} o
        where o.app = ${app} and o.channel = targets.channel and o.target > targets.target)
      from targets where target is not null
    ),
    starts (channel, target, start) as (
      select channel, target, ${top} from targets where target is not null
      union all
      select m.channel, m.target, m.sequence from ${offered} m
      where m.app = ${app} and m.milestone = 1 and (m.rolling = 1 or m.gate > '')
    ),
    bases (channel, target, start, sequence, gated, rolls) as (
      select channel, target, start, coalesce((
        select max(o.sequence) from ${offered} o
        where o.app = ${app} and o.channel = starts.channel and o.target = starts.target
          and o.rolling = 0 and o.gate = '' and o.sequence < starts.start), 0), coalesce((
        select 1 from ${offered} o
        where o.app = ${app} and o.channel = starts.channel and o.target = starts.target
          and o.rolling = 0 and o.gate > '' order by o.gate limit 1), 0), coalesce((
        select 1 from ${offered} o
        where o.app = ${app} and o.channel = starts.channel and o.target = starts.target
          and o.rolling = 1 order by o.sequence limit 1), 0)
      from starts
    ),
    gates (channel, target, start, base, gate) as (
      select channel, target, start, sequence, (
        select min(o.gate) from ${offered} o
        where o.app = ${app} and o.channel = bases.channel and o.target = bases.target
          and o.rolling = 0 and o.gate > '')
      from bases where gated = 1
      union all
      select channel, target, start, base, (
        select min(o.gate) from ${offered} o
        where o.app = ${app} and o.channel = gates.channel and o.target = gates.target
          and o.rolling = 0 and o.gate > gates.gate)
      from gates where gate is not null
    ),
    rolling (channel, target, base, sequence, depth) as (
      select channel, target, sequence, (
        select max(o.sequence) from ${offered} o
        where o.app = ${app} and o.channel = bases.channel and o.target = bases.target and o.rolling = 1
          and o.sequence < bases.start), 1
      from bases where rolls = 1
      union all
      select channel, target, base, (
        select max(o.sequence) from ${offered} o
        where o.app = ${app} and o.channel = rolling.channel and o.target = rolling.target and o.rolling = 1
          and o.sequence < rolling.sequence), depth + 1
      from rolling where sequence > base and depth < ${sql.lit(bounds.unfinishedRollouts)}
    )`;

const latest = ({ app, butId }: OfferScope) => sql<string>`
  select (
    select r.id from releases r
    where r.app = ${app} and r.channel = name and r.state = ${publishedLiteral} and r.open_rollout = 0 ${butId}
    order by r.sequence desc limit 1)
  from channels where app = ${app}`;

const bases = ({ app, offered }: OfferScope) => sql<string>`
  select (
    select o.release_id from ${offered} o
    where o.app = ${app} and o.channel = bases.channel and o.target = bases.target
      and o.rolling = 0 and o.gate = '' and o.sequence = bases.sequence)
  from bases`;

const milestones = ({ app, offered }: OfferScope) =>
  sql<string>`select o.release_id from ${offered} o where o.app = ${app} and o.milestone = 1`;

export const candidateIds = (app: string, without?: ReleaseExclusion) => {
  const looked = offerScopeOf(app, without);
  const { offered } = looked;
  return sql<string>`(
  ${walk(looked)} ${latest(looked)}
  union all
  ${bases(looked)}
  union all
  select (
    select o.release_id from ${offered} o
    where o.app = ${app} and o.channel = gates.channel and o.target = gates.target
      and o.rolling = 0 and o.gate = gates.gate and o.sequence > gates.base and o.sequence < gates.start
    order by o.sequence desc limit 1)
  from gates where gate is not null
  union all
  select (
    select o.release_id from ${offered} o
    where o.app = ${app} and o.channel = rolling.channel and o.target = rolling.target
      and o.rolling = 1 and o.sequence = rolling.sequence)
  from rolling where sequence > base
  union all
  ${milestones(looked)}
)`;
};

/**
 * The subset of candidates that must not be cut, most important first: ungated releases, milestones and the latest
 * release of each channel.
 */
export const requiredIds = (app: string, without?: ReleaseExclusion) => {
  const looked = offerScopeOf(app, without);
  return [
    sql<string>`(${walk(looked)} ${bases(looked)})`,
    sql<string>`(${milestones(looked)})`,
    sql<string>`(${latest(looked)})`,
  ];
};

const maxGateLength = 128;

/** The indexed form of a gate: PostgreSQL's limit is 2,704 bytes per entry, which a hundred versions exceed. */
const indexed = (gate: string): string =>
  gate.length <= maxGateLength ? gate : `sha256 ${createHash('sha256').update(gate).digest('hex')}`;

const cleared = prepareStatement((db, { releaseId }: { releaseId: string }) =>
  db.deleteFrom('offered').where('release_id', '=', releaseId),
);

const releaseById = prepareStatement((db, { id }: { id: string }) =>
  db.selectFrom('releases').selectAll().where('id', '=', id),
);

const activeMains = prepareStatement((db, { releaseId }: { releaseId: string }) =>
  db
    .selectFrom('artifacts')
    .selectAll()
    .where('release_id', '=', releaseId)
    .where('state', '=', 'active')
    .where('companion_of', 'is', null),
);

/** Updates the index of offers after a state change of a release or its artifacts. */
export const refreshOffered = async (db: Kysely<Tables>, releaseId: string): Promise<void> => {
  await cleared(db, { releaseId });
  const [row] = (await releaseById(db, { id: releaseId })).rows;
  if (row?.state !== 'published') return;
  const { app, channel, sequence = 0, policy } = releaseOf(row);
  const artifacts = (await activeMains(db, { releaseId })).rows;
  if (artifacts.length === 0) return;
  const flags = { rolling: row.open_rollout, milestone: Number(policy.milestone !== undefined) };
  const rows = artifacts.map(artifactOf).map((artifact) => ({
    ...{ app, channel, sequence, release_id: releaseId, ...flags },
    target: artifact.target,
    gate: indexed(signedGateOf(policy, artifact)),
  }));
  await db.insertInto('offered').values(rows).execute();
};
