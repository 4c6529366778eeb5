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
import { foreseeEffects } from './routes/releases/effects.ts';
import { getRelease } from './routes/releases/get.ts';
import { listReleases } from './routes/releases/list.ts';
import { promoteRelease } from './routes/releases/promote.ts';
import { publishRelease } from './routes/releases/publish.ts';
import { restoreRelease } from './routes/releases/restore.ts';
import { reviewRelease } from './routes/releases/review.ts';
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
import { askTls } from './routes/service/tls-ask.ts';
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
import { explainUpdate } from './routes/updates/explain.ts';
import { readHistory } from './routes/updates/history.ts';
import { readLatest } from './routes/updates/latest.ts';
import { linkLatest } from './routes/updates/link.ts';
import { readPage } from './routes/updates/page.ts';
import { allowCrossOrigin } from './routes/updates/preflight.ts';
import { reportNamedOutcome, reportOutcome } from './routes/updates/report.ts';
import { readUsage } from './routes/usage/read.ts';
import { alsoOnSite, keyed, ofApp, onBase, onSite, onSiteOrBase, open, type Row } from './routing/row.ts';

/** Every address of the service, grouped by who calls it. A route without an entry does not exist. */
export const table: readonly Row[] = [
  // Publishers: spec 4.1, 4.2, 4.4, a look ahead, and an upload in parts.
  ofApp('POST', '/v1/apps/:app/releases/review', 'publish', reviewRelease),
  ofApp('POST', '/v1/apps/:app/releases', 'publish', createRelease),
  ofApp('POST', '/v1/apps/:app/artifacts/presign', 'publish', presignArtifact),
  ofApp('POST', '/v1/apps/:app/artifacts/complete', 'publish', completeArtifact),
  ofApp('POST', '/v1/apps/:app/releases/:id/publish', 'publish', publishRelease),
  ofApp('POST', '/v1/apps/:app/releases/:id/promote', 'publish', promoteRelease),
  ofApp('PATCH', '/v1/apps/:app/releases/:id', 'publish', changeRelease),
  ofApp('DELETE', '/v1/apps/:app/releases/:id', 'publish', deleteRelease),

  // A release for one in a hundred first.
  ofApp('PUT', '/v1/apps/:app/releases/:id/rollout', 'publish', planRollout),
  ofApp('POST', '/v1/apps/:app/releases/:id/rollout/advance', 'publish', advanceRollout),
  ofApp('POST', '/v1/apps/:app/releases/:id/rollout/complete', 'publish', completeRollout),

  // Those who know how it does.
  ofApp('POST', '/v1/apps/:app/releases/:id/health', 'report', reportHealth),

  // Publishers at 2 a.m.
  ofApp('POST', '/v1/apps/:app/releases/:id/rollout/pause', 'publish or withdraw', pauseRollout),
  ofApp('POST', '/v1/apps/:app/releases/:id/rollout/resume', 'publish or withdraw', resumeRollout),
  ofApp('POST', '/v1/apps/:app/releases/:id/withdraw', 'withdraw', withdrawRelease),
  ofApp('POST', '/v1/apps/:app/releases/:id/restore', 'withdraw', restoreRelease),
  ofApp('POST', '/v1/apps/:app/releases/:id/artifacts/:target/prune', 'prune', pruneArtifact),

  // What publishers read.
  ofApp('GET', '/v1/apps/:app', 'read', getApp),
  ofApp('GET', '/v1/apps/:app/releases', 'read', listReleases),
  ofApp('GET', '/v1/apps/:app/releases/:id', 'read', getRelease),
  ofApp('GET', '/v1/apps/:app/releases/:id/effects', 'read', foreseeEffects),
  ofApp('GET', '/v1/apps/:app/releases/:id/rollout', 'read', getRollout),
  ofApp('POST', '/v1/apps/:app/releases/:id/rollout/simulate', 'read', simulateRollout),
  ofApp('GET', '/v1/apps/:app/rollouts', 'read', listRollouts),
  ofApp('GET', '/v1/apps/:app/channels', 'read', listChannels),
  ofApp('GET', '/v1/apps/:app/domains', 'read', listDomains),
  ofApp('GET', '/v1/apps/:app/domains/:domain/status', 'read', probeDomain),
  ofApp('GET', '/v1/apps/:app/signing-keys', 'read', listSigningKeys),
  ofApp('GET', '/v1/apps/:app/usage', 'read', readUsage),
  ofApp('GET', '/v1/apps/:app/fleet', 'read', readFleet),
  ofApp('GET', '/v1/apps/:app/offers', 'read', listOffers),
  ofApp('GET', '/v1/apps/:app/explain', 'read', explainUpdate),
  ofApp('GET', '/v1/apps/:app/feeds', 'read', listFeeds),
  ofApp('GET', '/v1/apps/:app/audit', 'read', listAudit),

  // Those who manage an app.
  ofApp('PATCH', '/v1/apps/:app', 'manage', changeApp),
  ofApp('POST', '/v1/apps/:app/channels', 'manage', createChannel),
  ofApp('PATCH', '/v1/apps/:app/channels/:name', 'manage', changeChannel),
  ofApp('GET', '/v1/apps/:app/keys', 'manage', listKeys),
  ofApp('POST', '/v1/apps/:app/keys', 'manage', createKey),
  ofApp('DELETE', '/v1/apps/:app/keys/:id', 'manage', revokeKey),
  ofApp('POST', '/v1/apps/:app/signing-keys', 'manage', addSigningKey),
  ofApp('PATCH', '/v1/apps/:app/signing-keys/:id', 'manage', changeSigningKey),
  ofApp('GET', '/v1/apps/:app/trusted-publishers', 'manage', listTrustedPublishers),
  ofApp('POST', '/v1/apps/:app/trusted-publishers', 'manage', createTrustedPublisher),
  ofApp('DELETE', '/v1/apps/:app/trusted-publishers/:id', 'manage', deleteTrustedPublisher),

  // Pipelines that have no key yet, and whoever has one and does not know whose it is.
  open('GET', '/v1/session', 'anyone', readSession),
  keyed('POST', '/v1/session', 'any key', openSession),
  keyed('DELETE', '/v1/session', 'any key', closeSession),
  open('POST', '/v1/oidc/exchange', 'anyone', exchangeToken),

  // The operator.
  keyed('POST', '/v1/apps', 'admin', createApp),
  keyed('GET', '/v1/apps', 'admin', listApps),
  keyed('GET', '/v1/sessions', 'admin', listSessions),
  keyed('DELETE', '/v1/sessions', 'admin', endSessions),
  ofApp('DELETE', '/v1/apps/:app', 'admin', deleteApp),
  ofApp('POST', '/v1/apps/:app/domains', 'admin', createDomain),
  ofApp('DELETE', '/v1/apps/:app/domains/:domain', 'admin', deleteDomain),

  // Installed copies and anyone, on an app's own host: spec 4.5 to 4.8.
  onSite('GET', '/releases/:channel/:target/:arch/:currentVersion', checkUpdate),
  onSite('GET', '/releases/download/latest/:target', linkLatest),
  onSite('GET', '/releases/download/:releaseId/:target', downloadArtifact),
  onSiteOrBase('GET', '/releases/v1/apps/:publicSlug/latest', readLatest),
  onSiteOrBase('GET', '/releases/v1/apps/:publicSlug/releases', readHistory),
  onSite('POST', '/releases/report', reportOutcome),
  onSiteOrBase('POST', '/releases/v1/apps/:publicSlug/report', reportNamedOutcome),
  onSiteOrBase('OPTIONS', '/releases/v1/apps/:publicSlug/*', allowCrossOrigin),
  onSite('OPTIONS', '/releases/*', allowCrossOrigin),

  // Updaters that read a document and compare versions themselves.
  onSite('GET', '/feeds/:feed/:channel/*', readFeed),
  onSite('GET', '/feeds/files/:channel/:version/:target/:fileName', downloadFile),
  onSite('OPTIONS', '/feeds/*', allowCrossOrigin),

  // Machines that look after this one, and people who read about it.
  open('GET', '/healthz', 'every-host', readHealth),
  open('GET', '/readyz', 'every-host', readReadiness),
  open('GET', '/metrics', 'anyone', readMetrics),
  open('GET', '/internal/tls-ask', 'anyone', askTls),
  open('GET', '/v1/openapi.json', 'anyone', readOpenapi),
  open('GET', '/docs', 'anyone', readDocs),

  // People with a browser, at the address of the service alone; on an app's own host, its download page.
  alsoOnSite(onBase('GET', '/', readHome), readPage),
  onBase('GET', '/sign-in', readScreen),
  onBase('GET', '/apps', readScreen),
  onBase('GET', '/apps/*', readScreen),
  onBase('GET', '/assets/:file', readAsset),
];
