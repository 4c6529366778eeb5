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

/** Searches the default folders; with `targetPaths`, only those that contain one of these files. */
const discoverUsual = async (targetPaths: Set<string>, { cwd, settings }: Context): Promise<Discovery> => {
  const { project } = settings;
  const isWanted = (path: string) =>
    targetPaths.size === 0 || [...targetPaths].some((one) => one === path || one.startsWith(`${path}${sep}`));
  const channel = settings.channel();
  if (project?.paths === undefined) return await discover(await defaultPaths(cwd, isWanted), cwd, channel);
  const { folder, paths } = project;
  return await discover(paths.some((path) => isWanted(resolve(folder, path))) ? paths : [], folder, channel);
};

/** A build file named by --target brings the rest of its build; any other file goes alone. */
const findBuild = async (options: PlanOptions, only: Set<string>, context: Context): Promise<Discovery> => {
  if (options.paths.length > 0) return await discover(options.paths, context.cwd, context.settings.channel());
  const found = await discoverUsual(only, context);
  const foundPaths = [...found.bundles.map(({ path }) => path), ...found.unknown];
  const usesFound = only.size === 0 || foundPaths.some((path) => only.has(path));
  return usesFound ? found : await discover([], context.cwd);
};

const findNearest = async (folders: string[]): Promise<FoundVersion | undefined> => {
  for (const folder of folders) {
    const found = await findProjectVersion(folder);
    if (found !== undefined) return found;
  }
  return undefined;
};

const chooseVersion = async (
  options: PlanOptions,
  found: Discovery,
  context: Context,
): Promise<FoundVersion> => {
  if (options.version !== undefined) return { version: options.version, from: '--release' };
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
  const version = await context.prompt.text({
    message: 'Version of this release',
    missing: 'Missing version.',
    nonInteractiveHint:
      'No version found in the build, tauri.conf.json, package.json or file names. Pass --release <version>.',
    placeholder: '1.2.3',
  });
  return { version, from: 'entered' };
};

const askArches = async (bundle: Bundle, context: Context): Promise<string[]> => {
  const path = relative(context.cwd, bundle.path);
  const answer = await context.prompt.choice({
    message: `Architecture of ${path}`,
    missing: `Unknown architecture: ${path}.`,
    nonInteractiveHint: `The file name doesn’t say. Pass --target ${quoteForShell(`${targetOf(bundle, 'aarch64')}=${path}`)}, or ${targetOf(bundle, 'x86_64')}.`,
    choices:
      bundle.os === 'darwin' ? ['aarch64', 'x86_64', 'universal'] : ['x86_64', 'aarch64', 'i686', 'armv7'],
  });
  return parseArches(answer);
};

const targetHelp = (displayPath: string): string =>
  isManualInstaller(displayPath)
    ? `Tauri and Electron updaters can’t install it. Publish the .app.tar.gz or .zip from the same build. For Sparkle, pass --target ${quoteForShell(`darwin-universal=${displayPath}`)}.`
    : `The file name doesn’t say. Pass --target <name>=<path>, for example --target ${quoteForShell(`linux-x86_64=${displayPath}`)}.`;

const askTarget = async (path: string, context: Context): Promise<TargetChoice> => {
  const displayPath = relative(context.cwd, path);
  const target = await context.prompt.text({
    message: `Target of ${displayPath}`,
    missing: `Unknown target: ${displayPath}.`,
    nonInteractiveHint: targetHelp(displayPath),
    placeholder: isManualInstaller(displayPath) ? 'darwin-universal' : 'linux-x86_64',
  });
  return { target, bundle: bundleFromPath(path) };
};

/** Moves files of another version to the skipped ones. */
const dropStale = (bundles: Bundle[], version: string, asides: SkippedFile[]): Bundle[] => {
  const { current, stale } = splitStale(bundles, version);
  asides.push(...stale.map(({ path, version: old }) => ({ path, reason: `its name says ${old}` })));
  return current;
};

const chooseTargets = async (
  bundles: Bundle[],
  options: PlanOptions,
  context: Context,
): Promise<TargetChoice[]> => {
  const choices: TargetChoice[] = [];
  for (const bundle of bundles) {
    const arches = bundle.arches.length > 0 ? bundle.arches : await askArches(bundle, context);
    for (const arch of arches) {
      choices.push({ target: targetOf(bundle, arch), bundle });
      if (options.bundleTargets && bundle.primary && bundle.kind !== 'nupkg') {
        choices.push({ target: targetOf({ ...bundle, primary: false }, arch), bundle });
      }
    }
  }
  return choices;
};

/** Reads files but sends nothing. */
export const assemblePlan = async (options: PlanOptions, context: Context): Promise<Plan> => {
  const { app, channel } = { app: context.settings.app(), channel: context.settings.channel() };
  const signature = await readTextOption('--signature', options.signature, context.cwd);
  const explicit = parseTargets({ ...options, signature }, context.cwd);
  const targetPaths = new Set(explicit.map(({ bundle }) => bundle.path));
  const found = await findBuild(options, targetPaths, context);
  const { version, from } = await chooseVersion(options, found, context);
  const notes = await readNotes(options, version, context.cwd);
  const skipped = [...found.skipped];
  const bundles = dropStale(found.bundles, version, skipped).filter(({ path }) => !targetPaths.has(path));
  const enriched = await Promise.all(explicit.map((choice) => withBuildFacts(choice, found.bundles)));
  const choices = [...enriched, ...(await chooseTargets(bundles, options, context))];
  for (const path of found.unknown.filter((one) => !targetPaths.has(one)))
    choices.push(await askTarget(path, context));
  const mains = await Promise.all(
    (await resolveDuplicates(separatePackageTargets(choices), skipped)).map(readPlanItem),
  );
  const items = [...mains, ...(await Promise.all(mains.flatMap(readCompanions)))];
  items.sort((a, b) => (a.target < b.target ? -1 : 1));
  const { notes: builtNotes } = found;
  const digests = new Map<string, Digest>();
  const isChannelExplicit = context.settings.isChannelExplicit();
  const base = { app, channel, isChannelExplicit, version, versionFrom: from, notes, builtNotes };
  return { ...base, items, skipped, digests };
};
