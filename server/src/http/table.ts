import type { Access, Route } from './route.ts';
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
import { createKey } from './routes/keys/create.ts';
import { listKeys } from './routes/keys/list.ts';
import { revokeKey } from './routes/keys/revoke.ts';
import { changeRelease } from './routes/releases/change.ts';
import { createRelease } from './routes/releases/create.ts';
import { deleteRelease } from './routes/releases/delete.ts';
import { getRelease } from './routes/releases/get.ts';
import { listReleases } from './routes/releases/list.ts';
import { publishRelease } from './routes/releases/publish.ts';
import { restoreRelease } from './routes/releases/restore.ts';
import { reviewRelease } from './routes/releases/review.ts';
import { withdrawRelease } from './routes/releases/withdraw.ts';
import { readDocs } from './routes/service/docs.ts';
import { readHealth } from './routes/service/healthz.ts';
import { readMetrics } from './routes/service/metrics.ts';
import { readOpenapi } from './routes/service/openapi.ts';
import { readReadiness } from './routes/service/readyz.ts';
import { askTls } from './routes/service/tls-ask.ts';
import { checkUpdate } from './routes/updates/check.ts';
import { explainUpdate } from './routes/updates/explain.ts';
import { readHistory } from './routes/updates/history.ts';
import { readLatest } from './routes/updates/latest.ts';
import { allowCrossOrigin } from './routes/updates/preflight.ts';
import { readUsage } from './routes/usage/read.ts';

/** A method, an address, who may call it, and what happens. */
export type TableRow = readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS',
  url: string,
  Access,
  Route,
];

/** Every address of the service, grouped by who calls it. A route without an entry does not exist. */
export const table: readonly TableRow[] = [
  // Publishers: spec 4.1, 4.2, 4.4, a look ahead, and an upload in parts.
  ['POST', '/v1/apps/:app/releases/review', 'publish', reviewRelease],
  ['POST', '/v1/apps/:app/releases', 'publish', createRelease],
  ['POST', '/v1/apps/:app/artifacts/presign', 'publish', presignArtifact],
  ['POST', '/v1/apps/:app/artifacts/complete', 'publish', completeArtifact],
  ['POST', '/v1/apps/:app/releases/:id/publish', 'publish', publishRelease],
  ['PATCH', '/v1/apps/:app/releases/:id', 'publish', changeRelease],
  ['DELETE', '/v1/apps/:app/releases/:id', 'publish', deleteRelease],

  // Publishers at 2 a.m.
  ['POST', '/v1/apps/:app/releases/:id/withdraw', 'withdraw', withdrawRelease],
  ['POST', '/v1/apps/:app/releases/:id/restore', 'withdraw', restoreRelease],
  ['POST', '/v1/apps/:app/releases/:id/artifacts/:target/prune', 'prune', pruneArtifact],

  // What publishers read.
  ['GET', '/v1/apps/:app', 'read', getApp],
  ['GET', '/v1/apps/:app/releases', 'read', listReleases],
  ['GET', '/v1/apps/:app/releases/:id', 'read', getRelease],
  ['GET', '/v1/apps/:app/channels', 'read', listChannels],
  ['GET', '/v1/apps/:app/domains', 'read', listDomains],
  ['GET', '/v1/apps/:app/usage', 'read', readUsage],
  ['GET', '/v1/apps/:app/explain', 'read', explainUpdate],
  ['GET', '/v1/apps/:app/audit', 'read', listAudit],

  // Those who manage an app.
  ['PATCH', '/v1/apps/:app', 'manage', changeApp],
  ['POST', '/v1/apps/:app/channels', 'manage', createChannel],
  ['PATCH', '/v1/apps/:app/channels/:name', 'manage', changeChannel],
  ['GET', '/v1/apps/:app/keys', 'manage', listKeys],
  ['POST', '/v1/apps/:app/keys', 'manage', createKey],
  ['DELETE', '/v1/apps/:app/keys/:id', 'manage', revokeKey],

  // The operator.
  ['POST', '/v1/apps', 'admin', createApp],
  ['GET', '/v1/apps', 'admin', listApps],
  ['DELETE', '/v1/apps/:app', 'admin', deleteApp],
  ['POST', '/v1/apps/:app/domains', 'admin', createDomain],
  ['DELETE', '/v1/apps/:app/domains/:domain', 'admin', deleteDomain],

  // Installed copies and anyone, on an app's own host: spec 4.5 to 4.8.
  ['GET', '/releases/:channel/:target/:arch/:currentVersion', 'site', checkUpdate],
  ['GET', '/releases/download/:releaseId/:target', 'site', downloadArtifact],
  ['GET', '/releases/v1/apps/:publicSlug/latest', 'site', readLatest],
  ['GET', '/releases/v1/apps/:publicSlug/releases', 'site', readHistory],
  ['OPTIONS', '/releases/*', 'site', allowCrossOrigin],

  // Machines that look after this one, and people who read about it.
  ['GET', '/healthz', 'every-host', readHealth],
  ['GET', '/readyz', 'every-host', readReadiness],
  ['GET', '/metrics', 'anyone', readMetrics],
  ['GET', '/internal/tls-ask', 'anyone', askTls],
  ['GET', '/v1/openapi.json', 'anyone', readOpenapi],
  ['GET', '/docs', 'anyone', readDocs],
];
