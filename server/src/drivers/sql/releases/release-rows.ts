import type { Policy } from '../../../domain/model/policy.ts';
import type { Provenance } from '../../../domain/model/provenance.ts';
import type { Release } from '../../../domain/model/release.ts';
import { readJson } from '../json.ts';
import type { Row } from '../schema.ts';

export const policyOf = (text: string | null): Policy => readJson<Policy | null>(text) ?? {};

const viaMember = (value: string | null): Pick<Release, 'publishedVia'> =>
  value === null ? {} : { publishedVia: readJson<Provenance>(value) };

export const releaseOf = (row: Row<'releases'>): Release => ({
  id: row.id,
  app: row.app,
  channel: row.channel,
  version: row.version,
  notes: row.notes,
  state: row.state,
  pubDate: row.pub_date,
  createdAt: row.created_at,
  publishedAt: row.published_at ?? undefined,
  withdrawnAt: row.withdrawn_at ?? undefined,
  withdrawReason: row.withdraw_reason ?? undefined,
  sequence: row.sequence ?? undefined,
  revision: row.revision,
  touchedAt: row.touched_at,
  policy: policyOf(row.policy),
  ...viaMember(row.published_via),
  ...(row.published_by === null ? {} : { publishedBy: row.published_by }),
  ...(row.withdrawn_by === null ? {} : { withdrawnBy: row.withdrawn_by }),
});

/** Null for an empty policy. */
export const serializePolicy = (policy: Policy): string | null =>
  Object.keys(policy).length === 0 ? null : JSON.stringify(policy);

export const serializeProvenance = (via: Provenance | undefined): string | null =>
  via === undefined ? null : JSON.stringify(via);

/** The row of a release; the database assigns the position. */
export const releaseRow = (release: Release): Omit<Row<'releases'>, 'position' | 'open_rollout'> => ({
  id: release.id,
  app: release.app,
  channel: release.channel,
  version: release.version,
  notes: release.notes,
  state: release.state,
  pub_date: release.pubDate,
  created_at: release.createdAt,
  published_at: release.publishedAt ?? null,
  withdrawn_at: release.withdrawnAt ?? null,
  withdraw_reason: release.withdrawReason ?? null,
  sequence: release.sequence ?? null,
  revision: release.revision,
  touched_at: release.touchedAt,
  policy: serializePolicy(release.policy),
  published_via: serializeProvenance(release.publishedVia),
  published_by: release.publishedBy ?? null,
  withdrawn_by: release.withdrawnBy ?? null,
});
