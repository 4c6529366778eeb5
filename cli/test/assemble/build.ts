import type { TestContext } from 'node:test';
import { assemblePlan } from '../../src/publish/plan/assemble-plan.ts';
import type { PlanOptions } from '../../src/publish/plan/options.ts';
import { makeFolder } from '../folder.ts';
import { createTestContext } from '../terminal-context.ts';

export const nothing: PlanOptions = {
  paths: [],
  targets: [],
  version: undefined,
  notes: undefined,
  bundleTargets: false,
};

export const tauriBuild = {
  'src-tauri/tauri.conf.json': '{"version": "1.2.0"}',
  'src-tauri/target/release/bundle/appimage/Acme_1.2.0_amd64.AppImage': 'appimage',
  'src-tauri/target/release/bundle/appimage/Acme_1.2.0_amd64.AppImage.sig': ' sig-appimage \n',
  'src-tauri/target/release/bundle/deb/Acme_1.2.0_amd64.deb': 'deb',
  'src-tauri/target/release/bundle/deb/Acme_1.2.0_amd64.deb.sig': 'sig-deb',
  'src-tauri/target/release/bundle/rpm/Acme-1.2.0-1.x86_64.rpm': 'rpm',
};

export const assembleIn = async (
  t: TestContext,
  files: Record<string, string | Buffer>,
  options: Partial<PlanOptions> = {},
) => {
  const folder = await makeFolder(t, files);
  return { folder, plan: await assemblePlan({ ...nothing, ...options }, createTestContext(folder).context) };
};
