import { relative, resolve, sep } from 'node:path';
import {
  type Bundle,
  type FoundVersion,
  parseArches,
  type SkippedFile,
  targetOf,
} from '@slipway/build-files/bundle.ts';
import { bundleFromPath } from '@slipway/build-files/bundle-from-path.ts';
import { separatePackageTargets, type TargetChoice } from '@slipway/build-files/duplicates.ts';
import { isManualInstaller } from '@slipway/build-files/skipped-files.ts';
import { splitStale, versionInNames } from '@slipway/build-files/version.ts';
import type { Context } from '../../context.ts';
import { type Discovery, defaultPaths, discover } from '../../discover/discover.ts';
import { findProjectVersion } from '../../discover/version.ts';
import { usageFailure } from '../../errors/failure.ts';
import { quoteForShell } from '../../terminal/shell-quote.ts';
import type { Digest } from '../upload/digest.ts';
import { readNotes, readTextOption } from './notes.ts';
import type { PlanOptions } from './options.ts';
import { parseTargets, withBuildFacts } from './parse-targets.ts';
import type { Plan } from './plan.ts';
import { readCompanions, readPlanItem } from './plan-item.ts';
import { resolveDuplicates } from './resolve-duplicates.ts';

/* Combines options and discovered files into a plan, and asks the user for missing values. */

/** Searches the default folders; with `told`, only those that contain one of these files. */
const discoverUsual = async (told: Set<string>, { cwd, settings }: Context): Promise<Discovery> => {
  const { project } = settings;
  const isWanted = (path: string) =>
    told.size === 0 || [...told].some((one) => one === path || one.startsWith(`${path}${sep}`));
  const channel = settings.channel();
  if (project?.paths === undefined) return await discover(await defaultPaths(cwd, isWanted), cwd, channel);
  const { folder, paths } = project;
  return await discover(paths.some((path) => isWanted(resolve(folder, path))) ? paths : [], folder, channel);
};

/** A build file named by --target brings the rest of its build; any other file goes alone. */
const findBuild = async (wishes: PlanOptions, told: Set<string>, context: Context): Promise<Discovery> => {
  if (wishes.paths.length > 0) return await discover(wishes.paths, context.cwd, context.settings.channel());
  const found = await discoverUsual(told, context);
  const seen = [...found.bundles.map(({ path }) => path), ...found.unknown];
  return told.size === 0 || seen.some((path) => told.has(path)) ? found : await discover([], context.cwd);
};

const findNearest = async (folders: string[]): Promise<FoundVersion | undefined> => {
  for (const folder of folders) {
    const found = await findProjectVersion(folder);
    if (found !== undefined) return found;
  }
  return undefined;
};

const chooseVersion = async (
  wishes: PlanOptions,
  found: Discovery,
  context: Context,
): Promise<FoundVersion> => {
  if (wishes.version !== undefined) return { version: wishes.version, from: '--release' };
  const [first, ...others] = found.versions;
  const other = others.find(({ version }) => first !== undefined && version !== first.version);
  if (first !== undefined && other !== undefined) {
    throw usageFailure(
      `${first.from} says ${first.version}, ${other.from} says ${other.version}.`,
      'Build again, or choose one with --release <version>.',
    );
  }
  const nearest =
    first ?? (await findNearest([...found.versionFolders, context.cwd])) ?? versionInNames(found.bundles);
  if (nearest !== undefined) return nearest;
  const version = await context.ask.text({
    message: 'Which version is this release?',
    otherwise:
      'Neither a list of the build nor tauri.conf.json, package.json or the files’ names say it: pass --release <version>.',
    placeholder: '1.2.3',
  });
  return { version, from: 'as answered' };
};

const askArches = async (bundle: Bundle, context: Context): Promise<string[]> => {
  const path = relative(context.cwd, bundle.path);
  const answer = await context.ask.choice({
    message: `Which architecture is ${path}?`,
    otherwise: `Its name does not say: pass --target ${quoteForShell(`${targetOf(bundle, 'aarch64')}=${path}`)}, or ${targetOf(bundle, 'x86_64')}.`,
    choices:
      bundle.os === 'darwin' ? ['aarch64', 'x86_64', 'universal'] : ['x86_64', 'aarch64', 'i686', 'armv7'],
  });
  return parseArches(answer);
};

const targetHelp = (shown: string): string =>
  isManualInstaller(shown)
    ? `It is an installer for people: the updaters of Tauri and Electron cannot install it, publish the .app.tar.gz or .zip that was built with it. For Sparkle, which can, pass --target ${quoteForShell(`darwin-universal=${shown}`)}.`
    : `Its name does not say what it is: pass --target <name>=<path>, for example --target ${quoteForShell(`linux-x86_64=${shown}`)}.`;

const askTarget = async (path: string, context: Context): Promise<TargetChoice> => {
  const shown = relative(context.cwd, path);
  const target = await context.ask.text({
    message: `Which target is ${shown}?`,
    otherwise: targetHelp(shown),
    placeholder: isManualInstaller(shown) ? 'darwin-universal' : 'linux-x86_64',
  });
  return { target, bundle: bundleFromPath(path) };
};

/** Moves files of another version to the skipped ones. */
const dropStale = (bundles: Bundle[], version: string, asides: SkippedFile[]): Bundle[] => {
  const { current, stale } = splitStale(bundles, version);
  asides.push(...stale.map(({ path, version: old }) => ({ path, reason: `it is ${old} by its name` })));
  return current;
};

const chooseTargets = async (
  bundles: Bundle[],
  wishes: PlanOptions,
  context: Context,
): Promise<TargetChoice[]> => {
  const choices: TargetChoice[] = [];
  for (const bundle of bundles) {
    const arches = bundle.arches.length > 0 ? bundle.arches : await askArches(bundle, context);
    for (const arch of arches) {
      choices.push({ target: targetOf(bundle, arch), bundle });
      if (wishes.bundleTargets && bundle.primary && bundle.kind !== 'nupkg') {
        choices.push({ target: targetOf({ ...bundle, primary: false }, arch), bundle });
      }
    }
  }
  return choices;
};

/** Reads files but sends nothing. */
export const assemblePlan = async (wishes: PlanOptions, context: Context): Promise<Plan> => {
  const { app, channel } = { app: context.settings.app(), channel: context.settings.channel() };
  const signature = await readTextOption('--signature', wishes.signature, context.cwd);
  const given = parseTargets({ ...wishes, signature }, context.cwd);
  const told = new Set(given.map(({ bundle }) => bundle.path));
  const found = await findBuild(wishes, told, context);
  const { version, from } = await chooseVersion(wishes, found, context);
  const notes = await readNotes(wishes, version, context.cwd);
  const leftAside = [...found.leftAside];
  const bundles = dropStale(found.bundles, version, leftAside).filter(({ path }) => !told.has(path));
  const known = await Promise.all(given.map((choice) => withBuildFacts(choice, found.bundles)));
  const choices = [...known, ...(await chooseTargets(bundles, wishes, context))];
  for (const path of found.unknown.filter((one) => !told.has(one)))
    choices.push(await askTarget(path, context));
  const mains = await Promise.all(
    (await resolveDuplicates(separatePackageTargets(choices), leftAside)).map(readPlanItem),
  );
  const items = [...mains, ...(await Promise.all(mains.flatMap(readCompanions)))];
  items.sort((a, b) => (a.target < b.target ? -1 : 1));
  const { notes: builtNotes } = found;
  const digests = new Map<string, Digest>();
  const isChannelTold = context.settings.isChannelTold();
  const said = { app, channel, isChannelTold, version, versionFrom: from, notes, builtNotes };
  return { ...said, items, leftAside, digests };
};
