import type { App, Explanation, Release } from '@slipway/api';
import { normalizeTarget } from '@slipway/core/platform.ts';
import { type Command, sharedOptions } from '../command.ts';
import type { Context } from '../context.ts';
import {
  type ClientDetails,
  clientOptions,
  clientStatusText,
  parseClientOptions,
  toClientHints,
} from '../rollout/client-status.ts';
import { formatTable } from '../terminal/format.ts';

interface CheckQuery extends ClientDetails {
  channel: string;
  target: string;
  arch: string;
  currentVersion: string;
}

/** Explains an empty result: the channel does not exist, or nothing was ever published on it. */
const whyNothing = async ({ channel }: CheckQuery, { client, settings }: Context): Promise<string> => {
  const { channels } = await client().listChannels(settings.app());
  if (channels.some(({ name }) => name === channel)) return `Channel ${channel} has no published releases.`;
  const names = channels.map(({ name }) => name).join(', ');
  return `Channel ${channel} not found. ${settings.app()} has ${names}.`;
};

const targetsOf = (releases: Release[]): string[] => {
  const active = releases.flatMap(({ artifacts }) => artifacts.filter(({ state }) => state === 'active'));
  const offered = active.filter(({ companionOf }) => companionOf === undefined);
  return [...new Set(offered.map(({ target }) => target))].sort();
};

/** The targets of the channel's newest releases. */
const findTargets = async ({ channel }: CheckQuery, { client, settings }: Context): Promise<string[]> => {
  const page = await client().listReleases(settings.app(), { channel, state: 'published', limit: 100 });
  return targetsOf(page.releases);
};

/** Suggests a published target that names the same platform in other terms. */
const findSuggestion = (requested: string, targets: string[]): string | undefined => {
  const normalized = normalizeTarget(requested);
  if (normalized === undefined || targets.includes(requested)) return undefined;
  return (
    targets.find((target) => normalizeTarget(target) === normalized) ??
    (normalized === requested ? undefined : normalized)
  );
};

/** The response at the client's own address; undefined if this machine cannot send that request. */
const askAsClient = async (app: App, question: CheckQuery, context: Context) => {
  try {
    const offer = await context.publicClient(app.publicUrl).check(question, toClientHints(question));
    return { version: offer === undefined ? null : String(offer.version) };
  } catch (error) {
    if (context.interrupted.aborted) throw error;
    return undefined;
  }
};

const addressOf = (app: App, question: CheckQuery): string => {
  const { channel, target, arch, currentVersion } = question;
  const details = Object.entries(toClientHints(question)).filter(([, value]) => value !== undefined);
  const query = details.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  const path = [channel, target, arch, currentVersion].map(encodeURIComponent).join('/');
  return `${app.publicUrl}/releases/${path}${query === '' ? '' : `?${query}`}`;
};

/** Without a client ID the server goes by the network prefix, which from here would be this machine's. */
const isOfNetwork = ({ client }: CheckQuery, details: Explanation): boolean =>
  client === undefined &&
  details.rollout !== undefined &&
  [null, 'network'].includes(details.rollout.admittedBy);

/** Collects the server's decision and the response at the client's own address. */
const loadCheckData = async (question: CheckQuery, context: Context) => {
  const { client, settings } = context;
  const [{ app }, details] = await Promise.all([
    client().getApp(settings.app()),
    client().explain(settings.app(), question),
  ]);
  const isRequested = !isOfNetwork(question, details);
  const answer = isRequested ? await askAsClient(app, question, context) : undefined;
  const decided = details.outcome === 'update' ? (details.release?.version ?? null) : null;
  const offered = answer === undefined ? decided : answer.version;
  const requested = `${question.target}-${question.arch}`;
  const targets = offered === null ? await findTargets(question, context) : [];
  const suggestion = findSuggestion(requested, targets);
  const isKnown = offered !== null || targets.includes(requested);
  return {
    details,
    address: addressOf(app, question),
    reached: !isRequested || answer !== undefined,
    decided,
    offered,
    targets,
    suggestion,
    isKnown,
  };
};
type CheckData = Awaited<ReturnType<typeof loadCheckData>>;

const warnAboutMismatch = (
  { reached, address, offered, decided, suggestion }: CheckData,
  { output }: Context,
): void => {
  if (!reached) output.warn(`could not reach ${address}. Showing the server’s decision instead.`);
  else if (offered !== decided && suggestion === undefined)
    output.warn(`the server decides ${decided ?? 'no update'}, so a cache may be serving an older response.`);
};

const formatTarget = (target: string): string => target.replace(/-([^-]+)$/, ' $1');

/** Suggests the next step after an empty result: the likely target and the existing ones. */
const printSuggestions = ({ suggestion, targets }: CheckData, { output }: Context): void => {
  if (suggestion !== undefined)
    output.line(`Did you mean ${formatTarget(suggestion)}? Names must match exactly.`);
  if (targets.length > 0) output.line(`Available targets: ${targets.map(formatTarget).join(', ')}.`);
};

/** Names the channel if the release comes from another one. */
const consideredRow = ({
  version,
  verdict,
  reason,
  channel,
}: Explanation['considered'][number]): string[] => [
  `  ${version}${channel === undefined ? '' : ` (${channel})`}`,
  verdict,
  reason,
];

const printClientStatus = (details: Explanation, currentVersion: string, { output }: Context): void => {
  const text = clientStatusText(details, currentVersion);
  if (text !== undefined) output.line(text);
};

/** The server explains feeds itself, because it renders them by the same rules. */
const printFeedCheck = async (question: CheckQuery & { feed: string }, context: Context): Promise<void> => {
  const { client, settings, output } = context;
  const details = await client().explain(settings.app(), question);
  const { target, arch, currentVersion, feed, channel } = question;
  const offered = details.outcome === 'update' ? (details.release?.version ?? null) : null;
  output.object({ ...details, address: details.url ?? null, offered });
  const words = `${target} ${arch} ${currentVersion} on ${channel}, reading ${feed},`;
  output.line(`${words} gets ${offered === null ? 'no update' : output.style('good', offered)}.`);
  if (details.url !== undefined) output.line(`Feed URL: ${details.url}`);
  printClientStatus(details, currentVersion, context);
  const rows = details.considered.map(consideredRow);
  if (rows.length > 0) output.line(formatTable(['  version', 'verdict', 'reason'], rows));
  else output.line(await whyNothing(question, context));
};

export const check: Command = {
  name: 'check',
  summary: 'Show which release a client gets, and why.',
  about: `Sends the same request a client sends to the app’s public host, and asks the server for the reasons. Platforms are
\`windows\`, \`darwin\` and \`linux\`; architectures are \`x86_64\`, \`aarch64\`, \`i686\`, \`armv7\` and \`riscv64\`. Names must match
exactly; \`check\` suggests the right one. \`--feed\` checks a client that reads a feed, for example \`electron\`, \`squirrel\`,
\`velopack\`, \`sparkle\`, \`zsync\`, \`tauri\` or \`cargo-packager\`. During a rollout, pass \`--client\` or \`--network\` to see whether
that client is included.`,
  args: [
    { name: '<target>', about: 'client platform, for example darwin or linux-deb' },
    { name: '<arch>', about: 'client architecture, for example aarch64' },
    { name: '<current-version>', about: 'installed version' },
  ],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--feed <id>', about: 'check a client that reads this feed, for example electron' },
    ...clientOptions,
  ],
  examples: [
    { command: 'slipway check darwin aarch64 1.2.0', does: 'Show what a Mac with version 1.2.0 gets.' },
    {
      command: 'slipway check linux x86_64 1.2.0 --client 6f1c9a52',
      does: 'Show whether this client is included in a rollout.',
    },
  ],
  async run(input, context) {
    const { settings, output } = context;
    const { args, options } = input;
    const [target = '', arch = '', currentVersion = ''] = args;
    const question = {
      channel: settings.channel(),
      target,
      arch,
      currentVersion,
      ...parseClientOptions(input),
    };
    if (typeof options.feed === 'string') return printFeedCheck({ ...question, feed: options.feed }, context);
    const data = await loadCheckData(question, context);
    const { details, address, offered, targets, suggestion, isKnown } = data;
    const more = isKnown ? {} : { didYouMean: suggestion ?? null, targets };
    output.object({ ...details, address, offered, ...more });
    const words = `${target} ${arch} ${currentVersion} on ${question.channel}`;
    output.line(`${words} gets ${offered === null ? 'no update' : output.style('good', offered)}.`);
    warnAboutMismatch(data, context);
    printClientStatus(details, currentVersion, context);
    const rows = details.considered.map(consideredRow);
    if (rows.length > 0) output.line(formatTable(['  version', 'verdict', 'reason'], rows));
    else if (!output.json) output.line(await whyNothing(question, context));
    if (!isKnown) printSuggestions(data, context);
  },
};
