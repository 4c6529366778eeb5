import type { Command } from '../command.ts';
import { changeApp } from './apps/change.ts';
import { createApp } from './apps/create.ts';
import { deleteApp } from './apps/delete.ts';
import { listApps } from './apps/list.ts';
import { showApp } from './apps/show.ts';
import { audit } from './audit.ts';
import { exchangeToken } from './auth/exchange.ts';
import { changeChannel } from './channels/change.ts';
import { createChannel } from './channels/create.ts';
import { listChannels } from './channels/list.ts';
import { check } from './check.ts';
import { createCompletion } from './completion.ts';
import { doctor } from './doctor.ts';
import { checkDomain } from './domains/check.ts';
import { createDomain } from './domains/create.ts';
import { deleteDomain } from './domains/delete.ts';
import { listDomains } from './domains/list.ts';
import { feeds } from './feeds.ts';
import { fleet } from './fleet.ts';
import { importReleases } from './import.ts';
import { init } from './init.ts';
import { createKey } from './keys/create.ts';
import { deleteKey } from './keys/delete.ts';
import { listKeys } from './keys/list.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { prune } from './prune.ts';
import { publish } from './publish.ts';
import { deleteRelease } from './releases/delete.ts';
import { listReleases } from './releases/list.ts';
import { changeNotes } from './releases/notes.ts';
import { changePolicy } from './releases/policy.ts';
import { promoteRelease } from './releases/promote.ts';
import { restoreRelease } from './releases/restore.ts';
import { showRelease } from './releases/show.ts';
import { withdrawRelease } from './releases/withdraw.ts';
import { advanceRollout } from './rollout/advance.ts';
import { completeRollout } from './rollout/complete.ts';
import { listRollouts } from './rollout/list.ts';
import { pauseRollout } from './rollout/pause.ts';
import { planRollout } from './rollout/plan.ts';
import { reportRollout } from './rollout/report.ts';
import { resumeRollout } from './rollout/resume.ts';
import { showRollout } from './rollout/show.ts';
import { simulateRollout } from './rollout/simulate.ts';
import { watchRollout } from './rollout/watch.ts';
import { serve, server } from './server.ts';
import { addSigningKey } from './signing-keys/add.ts';
import { changeSigningKey } from './signing-keys/change.ts';
import { listSigningKeys } from './signing-keys/list.ts';
import { retireSigningKey } from './signing-keys/retire.ts';
import { addTrust } from './trust/add.ts';
import { listTrusts } from './trust/list.ts';
import { removeTrust } from './trust/remove.ts';
import { upload } from './upload.ts';
import { usage } from './usage.ts';
import { whoami } from './whoami.ts';

/** In the order of help and reference. */
export const commands: Command[] = [
  publish,
  upload,
  importReleases,
  init,
  login,
  logout,
  whoami,
  exchangeToken,
  listReleases,
  showRelease,
  changeNotes,
  changePolicy,
  promoteRelease,
  withdrawRelease,
  restoreRelease,
  deleteRelease,
  prune,
  listRollouts,
  showRollout,
  planRollout,
  advanceRollout,
  pauseRollout,
  resumeRollout,
  completeRollout,
  watchRollout,
  reportRollout,
  simulateRollout,
  check,
  feeds,
  fleet,
  usage,
  listApps,
  showApp,
  createApp,
  changeApp,
  deleteApp,
  listChannels,
  createChannel,
  changeChannel,
  listKeys,
  createKey,
  deleteKey,
  listSigningKeys,
  addSigningKey,
  changeSigningKey,
  retireSigningKey,
  listTrusts,
  addTrust,
  removeTrust,
  listDomains,
  createDomain,
  checkDomain,
  deleteDomain,
  audit,
  doctor,
  createCompletion(() => commands),
  serve,
  server,
];
