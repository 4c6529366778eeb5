import type { App, Client } from '@slipway/api';
import { type Command, hasFlag, type Input, sharedOptions } from '../command.ts';
import type { Context } from '../context.ts';
import type { Finding } from '../doctor/finding.ts';
import { printFinding } from '../doctor/print-finding.ts';
import { exitCodes, Failure } from '../errors/failure.ts';
import { isProblem, withAppName } from '../errors/to-failure.ts';

/** Fails if the server does not know the key. An app's own key may not list apps, but is known. */
const assertKnown = async (client: Client): Promise<void> => {
  try {
    await client.listApps({ limit: 1 });
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
  }
};

const examineKey = async (context: Context): Promise<{ finding: Finding; app?: App }> => {
  const { findingFromError, doubtful, good, skipped } = await import('../doctor/finding.ts');
  const { settings } = context;
  const slug = settings.findApp();
  try {
    if (settings.keySource() === undefined)
      return {
        finding: skipped(
          'key',
          `No key. ${settings.identityHint() ?? 'Set SLIPWAY_KEY or run `slipway login`.'}`,
        ),
      };
    if (slug === undefined) {
      await assertKnown(context.client());
      return {
        finding: doubtful('key', 'The key is valid.', 'Pass --app to check more.'),
      };
    }
    const { app } = await context.client().getApp(slug);
    return { finding: good('key', `The key is valid for ${app.slug} (adapter ${app.adapter}).`), app };
  } catch (error) {
    // An unknown key gets 401, so here the key is valid and the app is missing.
    const isApp = slug !== undefined && isProblem(error, 'not-found');
    return { finding: findingFromError(isApp ? 'app' : 'key', withAppName(error, slug)) };
  }
};

/** Checks that need no server: the project in this folder. */
const examineProject = async (context: Context, report: (finding: Finding) => void): Promise<void> => {
  const { examineUpdater } = await import('../doctor/updater.ts');
  const finding = await examineUpdater(context);
  if (finding !== undefined) report(finding);
};

const examine = async (input: Input, context: Context, report: (finding: Finding) => void): Promise<void> => {
  await examineProject(context, report);
  const { examineAddress, examineClock, examineTls } = await import('../doctor/address.ts');
  const { skipped } = await import('../doctor/finding.ts');
  const url = context.settings.url();
  const { finding, answer } = await examineAddress(url, context.interrupted);
  report(finding);
  if (answer === undefined) return;
  report(examineTls('TLS', url, answer));
  report(examineClock(answer));
  const key = await examineKey(context);
  report(key.finding);
  if (key.app === undefined) return;
  const { examineTrust } = await import('../doctor/trust.ts');
  const trust = await examineTrust(key.app, context.client());
  if (trust !== undefined) report(trust);
  if (hasFlag(input, 'readOnly')) report(skipped('storage', 'Skipped: --read-only.'));
  else {
    const { examineStorage } = await import('../doctor/storage.ts');
    const where = { app: key.app.slug, channel: context.settings.channel() };
    report(await examineStorage(context.client(), where, context.interrupted));
  }
  const { examinePublicHost } = await import('../doctor/public-host.ts');
  const found = await examinePublicHost(key.app, context.interrupted);
  for (const one of found) report(one);
  if (found.some(({ state }) => state === 'bad')) return;
  const { examineClients } = await import('../doctor/clients.ts');
  report(await examineClients(key.app, context));
};

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check everything publishing depends on, with a fix for each problem.',
  about: `Checks the updater, URL, TLS, clock, key, trust, storage and public host. To test storage, it uploads a few bytes to a
temporary draft \`0.0.0-doctor.…\` and deletes it; \`--read-only\` skips this. Finally it checks what installed clients are
offered. In a Tauri project it also checks that the updater plugin is set up and that builds are signed.`,
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--read-only', about: 'skip the upload test' },
  ],
  examples: [{ command: 'slipway doctor', does: 'Check the setup of this project.' }],
  async run(input, context) {
    const findings: Finding[] = [];
    await examine(input, context, (finding) => {
      findings.push(finding);
      printFinding(finding, context.output);
    });
    const worst = findings.find(({ state }) => state === 'bad');
    if (worst === undefined) return;
    throw new Failure(`Check failed: ${worst.about}.`, {
      exit: worst.exit ?? exitCodes.failed,
      code: 'not-in-order',
      remedy: worst.remedy,
    });
  },
};
