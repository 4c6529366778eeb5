import type * as api from '@slipway/api';
import type { App, Domain } from '../../domain/model/app.ts';
import type { Artifact } from '../../domain/model/artifact.ts';
import type { Channel } from '../../domain/model/channel.ts';
import type { AuditEntry } from '../../domain/model/event.ts';
import type { Hosts } from '../../domain/model/host.ts';
import type { Key } from '../../domain/model/key.ts';
import type { Policy } from '../../domain/model/policy.ts';
import type { ReleaseWithArtifacts, Warning } from '../../domain/model/release.ts';
import { percentOf, type Rollout, type RolloutStep } from '../../domain/model/rollout.ts';
import type { UsageReport, UsageSum } from '../../domain/model/usage.ts';
import type { RolloutStatus } from '../../domain/rollouts/supervisor.ts';
import { renderSigner } from './signing-key.ts';
import { renderProvenance } from './trust.ts';

/* The domain model in the publishing API's format: camelCase, null for missing values. */

export const renderApp = (app: App, hosts: Hosts, revision: number): api.App => ({
  slug: app.slug,
  publicSlug: app.publicSlug,
  name: app.name,
  adapter: app.adapter,
  allowanceBytes: app.allowanceBytes ?? null,
  extras: app.extras,
  checkCaching: app.checkCaching,
  publishing: app.publishing,
  signatures: app.signatures,
  signedVersion: app.signedVersion,
  page: app.page,
  delivery: app.delivery,
  publicUrl: hosts.publicUrl(app.publicSlug),
  createdAt: app.createdAt,
  revision,
});

export const renderChannel = ({ name, active, alsoOffers, createdAt }: Channel): api.Channel => ({
  name,
  active,
  alsoOffers: alsoOffers ?? null,
  createdAt,
});

export const renderDomain = ({ domain, createdAt }: Domain): api.Domain => ({ domain, createdAt });

export const renderKey = (key: Key): api.Key => ({
  id: key.id,
  name: key.name,
  scopes: [...key.scopes],
  createdAt: key.createdAt,
  expiresAt: key.expiresAt ?? null,
  lastUsedAt: key.lastUsedAt ?? null,
  revokedAt: key.revokedAt ?? null,
  ...(key.trustId === undefined ? {} : { trustId: key.trustId }),
  ...(key.via === undefined ? {} : { via: renderProvenance(key.via) }),
});

export const renderArtifact = (artifact: Artifact): api.Artifact => ({
  id: artifact.id,
  target: artifact.target,
  format: artifact.format,
  size: artifact.sizeBytes,
  sha256: artifact.sha256,
  signature: artifact.signature ?? null,
  contentType: artifact.contentType ?? null,
  state: artifact.state,
  uploadedAt: artifact.uploadedAt ?? null,
  ...(artifact.verdict === undefined ? {} : { signedBy: renderSigner(artifact.verdict.signedBy) }),
  ...(artifact.companionOf === undefined ? {} : { companionOf: artifact.companionOf }),
  ...artifact.facts,
});

const renderPolicy = ({ milestone, critical, from, heldTargets }: Policy) => ({
  ...(milestone === undefined ? {} : { milestone }),
  ...(critical === undefined ? {} : { critical }),
  ...(from === undefined
    ? {}
    : { from: { atLeast: from.atLeast ?? null, except: [...(from.except ?? [])] } }),
  ...(heldTargets === undefined ? {} : { heldTargets: [...heldTargets] }),
});

const renderAuthors = ({ publishedBy, withdrawnBy, withdrawReason }: ReleaseWithArtifacts) => ({
  ...(publishedBy === undefined ? {} : { publishedBy }),
  ...(withdrawnBy === undefined ? {} : { withdrawnBy }),
  ...(withdrawReason === undefined ? {} : { withdrawReason }),
});

export const renderRelease = (release: ReleaseWithArtifacts): api.Release => ({
  id: release.id,
  app: release.app,
  channel: release.channel,
  version: release.version,
  notes: release.notes,
  state: release.state,
  pubDate: release.pubDate,
  publishedAt: release.publishedAt ?? null,
  withdrawnAt: release.withdrawnAt ?? null,
  createdAt: release.createdAt,
  artifacts: release.artifacts.map(renderArtifact),
  ...(release.rollout === undefined
    ? {}
    : { rollout: { state: release.rollout.state, percent: percentOf(release.rollout.permille) } }),
  ...renderPolicy(release.policy),
  ...(release.publishedVia === undefined ? {} : { publishedVia: renderProvenance(release.publishedVia) }),
  ...renderAuthors(release),
});

const renderStep = ({ permille, afterHours, needs }: RolloutStep): api.RolloutStep => ({
  percent: percentOf(permille),
  afterHours,
  needs,
});

/** Omits the seed, which would reveal the IDs that the rollout includes. */
export const renderRollout = (rollout: Rollout): api.Rollout => ({
  releaseId: rollout.releaseId,
  state: rollout.state,
  percent: percentOf(rollout.permille),
  steps: rollout.steps.map(renderStep),
  stopped: rollout.stopped ?? null,
  steppedAt: rollout.steppedAt,
  withoutId: rollout.withoutId,
  capReached: rollout.capReached,
  fleetSize: rollout.fleetSize ?? null,
  cohorts: [...rollout.cohorts],
  manual: rollout.manual,
  newInstalls: rollout.newInstalls,
  rescue: rollout.rescue,
  brakes: rollout.brakes,
  brakedTargets: [...rollout.brakedTargets],
});

const round = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

/** A rollout with its health reports and client count. */
export const renderRolloutDetail = ({
  rollout,
  evidence,
  exposed,
  hours,
  warnings,
}: RolloutStatus): api.RolloutDetails => ({
  rollout: renderRollout(rollout),
  evidence: evidence.map(({ target, ratio, ...line }) => ({
    ...line,
    target: target ?? null,
    ratio: round(ratio, 3),
  })),
  exposed: {
    downloads: exposed.downloads,
    ofFleet: exposed.fleetSize === undefined ? null : round((100 * exposed.downloads) / exposed.fleetSize, 2),
  },
  hours: hours.map(({ releaseId: _, ...hour }) => hour),
  ...(warnings.length > 0 ? { warnings } : {}),
});

/** Includes warnings for the publisher, if any. */
export const renderReviewedRelease = (
  release: ReleaseWithArtifacts,
  warnings: Warning[] = [],
): api.ReleaseResponse => ({
  release: { ...renderRelease(release), ...(warnings.length > 0 ? { warnings } : {}) },
});

export const renderAuditEntry = (entry: AuditEntry): api.AuditEntry => ({
  id: String(entry.id),
  at: entry.at,
  actor: entry.actor,
  actorName: entry.actorName,
  ...(entry.through === undefined ? {} : { through: entry.through }),
  action: entry.action,
  subject: entry.subject,
  detail: entry.detail ?? null,
});

/** Complete values have no mark. */
const partialIf = (isPartial = false): { partial?: true } => (isPartial ? { partial: true } : {});

/** Avoids spreads: a report may have thousands of rows, and this takes a tenth of the time. */
const renderUsageRow = ({ day, releaseId, version, target, bytes, downloads, isPartial }: UsageSum) =>
  day !== undefined &&
  releaseId !== undefined &&
  version !== undefined &&
  target !== undefined &&
  isPartial === undefined
    ? { day, releaseId, version, target, bytes, downloads }
    : {
        ...(day === undefined ? {} : { day }),
        ...(releaseId === undefined ? {} : { releaseId }),
        ...(version === undefined ? {} : { version }),
        ...(target === undefined ? {} : { target }),
        bytes,
        downloads,
        ...partialIf(isPartial),
      };

export const renderUsage = ({ from, to, rows, month, isPartial }: UsageReport): api.UsageSummary => ({
  from,
  to,
  ...partialIf(isPartial),
  totals: {
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    downloads: rows.reduce((sum, { downloads }) => sum + downloads, 0),
  },
  rows: rows.map(renderUsageRow),
  month: {
    bytes: month.bytes,
    allowanceBytes: month.allowanceBytes ?? null,
    resetsAt: month.resetsAt,
    ...partialIf(month.isPartial),
  },
});
