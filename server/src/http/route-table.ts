import { changeApp } from './routes/apps/change.ts';
import { createApp } from './routes/apps/create.ts';
import { deleteApp } from './routes/apps/delete.ts';
import { getApp } from './routes/apps/get.ts';
import { listApps } from './routes/apps/list.ts';
import { completeArtifact } from './routes/artifacts/complete.ts';
import { downloadArtifact } from './routes/artifacts/download.ts';
import { presignArtifact } from './routes/artifacts/presign.ts';
import { pruneArtifact } from './routes/artifacts/prune.ts';
import { listAudit } from './routes/audit/list.ts';
import { changeChannel } from './routes/channels/change.ts';
import { createChannel } from './routes/channels/create.ts';
import { listChannels } from './routes/channels/list.ts';
import { createDomain } from './routes/domains/create.ts';
import { deleteDomain } from './routes/domains/delete.ts';
import { listDomains } from './routes/domains/list.ts';
import { probeDomain } from './routes/domains/probe.ts';
import { downloadFile } from './routes/feeds/file.ts';
import { listFeeds } from './routes/feeds/list.ts';
import { readFeed } from './routes/feeds/read.ts';
import { readFleet } from './routes/fleet/read.ts';
import { createKey } from './routes/keys/create.ts';
import { listKeys } from './routes/keys/list.ts';
import { revokeKey } from './routes/keys/revoke.ts';
import { listOffers } from './routes/offers/list.ts';
import { changeRelease } from './routes/releases/change.ts';
import { createRelease } from './routes/releases/create.ts';
import { deleteRelease } from './routes/releases/delete.ts';
import { previewReleaseEffects } from './routes/releases/effects.ts';
import { getRelease } from './routes/releases/get.ts';
import { listReleases } from './routes/releases/list.ts';
import { promoteRelease } from './routes/releases/promote.ts';
import { publishRelease } from './routes/releases/publish.ts';
import { restoreRelease } from './routes/releases/restore.ts';
import { reviewPublish } from './routes/releases/review.ts';
import { withdrawRelease } from './routes/releases/withdraw.ts';
import { advanceRollout } from './routes/rollouts/advance.ts';
import { completeRollout } from './routes/rollouts/complete.ts';
import { getRollout } from './routes/rollouts/get.ts';
import { listRollouts } from './routes/rollouts/list.ts';
import { pauseRollout } from './routes/rollouts/pause.ts';
import { planRollout } from './routes/rollouts/plan.ts';
import { reportHealth } from './routes/rollouts/report.ts';
import { resumeRollout } from './routes/rollouts/resume.ts';
import { simulateRollout } from './routes/rollouts/simulate.ts';
import { readAsset } from './routes/service/asset.ts';
import { readDocs } from './routes/service/docs.ts';
import { readHealth } from './routes/service/healthz.ts';
import { readHome } from './routes/service/home.ts';
import { readMetrics } from './routes/service/metrics.ts';
import { readOpenapi } from './routes/service/openapi.ts';
import { readReadiness } from './routes/service/readyz.ts';
import { readScreen } from './routes/service/screen.ts';
import { checkTlsHost } from './routes/service/tls-ask.ts';
import { closeSession } from './routes/sessions/close.ts';
import { endSessions } from './routes/sessions/end.ts';
import { listSessions } from './routes/sessions/list.ts';
import { openSession } from './routes/sessions/open.ts';
import { readSession } from './routes/sessions/read.ts';
import { addSigningKey } from './routes/signing-keys/add.ts';
import { changeSigningKey } from './routes/signing-keys/change.ts';
import { listSigningKeys } from './routes/signing-keys/list.ts';
import { createTrustedPublisher } from './routes/trusted-publishers/create.ts';
import { deleteTrustedPublisher } from './routes/trusted-publishers/delete.ts';
import { exchangeToken } from './routes/trusted-publishers/exchange.ts';
import { listTrustedPublishers } from './routes/trusted-publishers/list.ts';
import { checkUpdate } from './routes/updates/check.ts';
import { readPage } from './routes/updates/download-page.ts';
import { explainUpdate } from './routes/updates/explain.ts';
import { readHistory } from './routes/updates/history.ts';
import { readLatest } from './routes/updates/latest.ts';
import { redirectToLatest } from './routes/updates/latest-redirect.ts';
import { allowCrossOrigin } from './routes/updates/preflight.ts';
import { reportOutcome, reportOutcomeBySlug } from './routes/updates/report.ts';
import { readUsage } from './routes/usage/read.ts';
import {
  appRow,
  baseRow,
  keyedRow,
  openRow,
  type RouteRow,
  siteOrBaseRow,
  siteRow,
  withSiteRoute,
} from './routing/route-row.ts';
import type { RouteServices } from './services.ts';

/** Every route of the server, grouped by caller. A route without an entry does not exist. */
export const routeTable: readonly RouteRow<RouteServices>[] = [
  // Publishing: spec 4.1, 4.2, 4.4, review and multipart uploads.
  appRow('POST', '/v1/apps/:app/releases/review', 'publish', reviewPublish),
  appRow('POST', '/v1/apps/:app/releases', 'publish', createRelease),
  appRow('POST', '/v1/apps/:app/artifacts/presign', 'publish', presignArtifact),
  appRow('POST', '/v1/apps/:app/artifacts/complete', 'publish', completeArtifact),
  appRow('POST', '/v1/apps/:app/releases/:id/publish', 'publish', publishRelease),
  appRow('POST', '/v1/apps/:app/releases/:id/promote', 'publish', promoteRelease),
  appRow('PATCH', '/v1/apps/:app/releases/:id', 'publish', changeRelease),
  appRow('DELETE', '/v1/apps/:app/releases/:id', 'publish', deleteRelease),

  // Staged rollouts.
  appRow('PUT', '/v1/apps/:app/releases/:id/rollout', 'publish', planRollout),
  appRow('POST', '/v1/apps/:app/releases/:id/rollout/advance', 'publish', advanceRollout),
  appRow('POST', '/v1/apps/:app/releases/:id/rollout/complete', 'publish', completeRollout),

  // Health reports.
  appRow('POST', '/v1/apps/:app/releases/:id/health', 'report', reportHealth),

  // Incidents: pause, resume, withdraw, restore.
  appRow('POST', '/v1/apps/:app/releases/:id/rollout/pause', 'publish or withdraw', pauseRollout),
  appRow('POST', '/v1/apps/:app/releases/:id/rollout/resume', 'publish or withdraw', resumeRollout),
  appRow('POST', '/v1/apps/:app/releases/:id/withdraw', 'withdraw', withdrawRelease),
  appRow('POST', '/v1/apps/:app/releases/:id/restore', 'withdraw', restoreRelease),
  appRow('POST', '/v1/apps/:app/releases/:id/artifacts/:target/prune', 'prune', pruneArtifact),

  // Reading an app.
  appRow('GET', '/v1/apps/:app', 'read', getApp),
  appRow('GET', '/v1/apps/:app/releases', 'read', listReleases),
  appRow('GET', '/v1/apps/:app/releases/:id', 'read', getRelease),
  appRow('GET', '/v1/apps/:app/releases/:id/effects', 'read', previewReleaseEffects),
  appRow('GET', '/v1/apps/:app/releases/:id/rollout', 'read', getRollout),
  appRow('POST', '/v1/apps/:app/releases/:id/rollout/simulate', 'read', simulateRollout),
  appRow('GET', '/v1/apps/:app/rollouts', 'read', listRollouts),
  appRow('GET', '/v1/apps/:app/channels', 'read', listChannels),
  appRow('GET', '/v1/apps/:app/domains', 'read', listDomains),
  appRow('GET', '/v1/apps/:app/domains/:domain/status', 'read', probeDomain),
  appRow('GET', '/v1/apps/:app/signing-keys', 'read', listSigningKeys),
  appRow('GET', '/v1/apps/:app/usage', 'read', readUsage),
  appRow('GET', '/v1/apps/:app/fleet', 'read', readFleet),
  appRow('GET', '/v1/apps/:app/offers', 'read', listOffers),
  appRow('GET', '/v1/apps/:app/explain', 'read', explainUpdate),
  appRow('GET', '/v1/apps/:app/feeds', 'read', listFeeds),
  appRow('GET', '/v1/apps/:app/audit', 'read', listAudit),

  // Managing an app.
  appRow('PATCH', '/v1/apps/:app', 'manage', changeApp),
  appRow('POST', '/v1/apps/:app/channels', 'manage', createChannel),
  appRow('PATCH', '/v1/apps/:app/channels/:name', 'manage', changeChannel),
  appRow('GET', '/v1/apps/:app/keys', 'manage', listKeys),
  appRow('POST', '/v1/apps/:app/keys', 'manage', createKey),
  appRow('DELETE', '/v1/apps/:app/keys/:id', 'manage', revokeKey),
  appRow('POST', '/v1/apps/:app/signing-keys', 'manage', addSigningKey),
  appRow('PATCH', '/v1/apps/:app/signing-keys/:id', 'manage', changeSigningKey),
  appRow('GET', '/v1/apps/:app/trusted-publishers', 'manage', listTrustedPublishers),
  appRow('POST', '/v1/apps/:app/trusted-publishers', 'manage', createTrustedPublisher),
  appRow('DELETE', '/v1/apps/:app/trusted-publishers/:id', 'manage', deleteTrustedPublisher),

  // Sessions and token exchange.
  openRow('GET', '/v1/session', 'anyone', readSession),
  keyedRow('POST', '/v1/session', 'any key', openSession),
  keyedRow('DELETE', '/v1/session', 'any key', closeSession),
  openRow('POST', '/v1/oidc/exchange', 'anyone', exchangeToken),

  // The operator.
  keyedRow('POST', '/v1/apps', 'admin', createApp),
  keyedRow('GET', '/v1/apps', 'admin', listApps),
  keyedRow('GET', '/v1/sessions', 'admin', listSessions),
  keyedRow('DELETE', '/v1/sessions', 'admin', endSessions),
  appRow('DELETE', '/v1/apps/:app', 'admin', deleteApp),
  appRow('POST', '/v1/apps/:app/domains', 'admin', createDomain),
  appRow('DELETE', '/v1/apps/:app/domains/:domain', 'admin', deleteDomain),

  // Installed copies and visitors, on an app's own host: spec 4.5 to 4.8.
  siteRow('GET', '/releases/:channel/:target/:arch/:currentVersion', checkUpdate),
  siteRow('GET', '/releases/download/latest/:target', redirectToLatest),
  siteRow('GET', '/releases/download/:releaseId/:target', downloadArtifact),
  siteOrBaseRow('GET', '/releases/v1/apps/:publicSlug/latest', readLatest),
  siteOrBaseRow('GET', '/releases/v1/apps/:publicSlug/releases', readHistory),
  siteRow('POST', '/releases/report', reportOutcome),
  siteOrBaseRow('POST', '/releases/v1/apps/:publicSlug/report', reportOutcomeBySlug),
  siteOrBaseRow('OPTIONS', '/releases/v1/apps/:publicSlug/*', allowCrossOrigin),
  siteRow('OPTIONS', '/releases/*', allowCrossOrigin),

  // Updaters that read a document and compare versions themselves.
  siteRow('GET', '/feeds/:feed/:channel/*', readFeed),
  siteRow('GET', '/feeds/files/:channel/:version/:target/:fileName', downloadFile),
  siteRow('OPTIONS', '/feeds/*', allowCrossOrigin),

  // Monitoring and API documents.
  openRow('GET', '/healthz', 'every-host', readHealth),
  openRow('GET', '/readyz', 'every-host', readReadiness),
  openRow('GET', '/metrics', 'anyone', readMetrics),
  openRow('GET', '/internal/tls-ask', 'anyone', checkTlsHost),
  openRow('GET', '/v1/openapi.json', 'anyone', readOpenapi),
  openRow('GET', '/docs', 'anyone', readDocs),

  // Browsers, on the base host only; an app's own host serves its download page.
  withSiteRoute(baseRow('GET', '/', readHome), readPage),
  baseRow('GET', '/sign-in', readScreen),
  baseRow('GET', '/apps', readScreen),
  baseRow('GET', '/apps/*', readScreen),
  baseRow('GET', '/assets/:file', readAsset),
];
