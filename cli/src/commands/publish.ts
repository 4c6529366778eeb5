import { stoppingCodes, strictCodes } from '@slipway/build-files/mistake.ts';
import {
  type Command,
  hasFlag,
  type Input,
  type Option,
  optionList,
  optionText,
  optionTexts,
  sharedOptions,
} from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../errors/failure.ts';
import { parsePlanOptions, planOptions } from '../rollout/plan-options.ts';

/** Shared by `publish` and `upload`. */
export const releaseOptions: Option[] = [
  sharedOptions.app,
  sharedOptions.channel,
  {
    flags: '--release <version>',
    about: 'the version (default: as the build’s lists, tauri.conf.json or package.json tell)',
  },
  { flags: '--notes <text>', about: 'release notes, or @file to read them from a file' },
  { flags: '--changelog <file>', about: 'release notes from this version’s section of a changelog' },
  { flags: '--target <name=path>', about: 'a file and the target it is for', repeats: true },
  { flags: '--build <number>', about: 'what macOS compares (CFBundleVersion), of what --target names' },
  {
    flags: '--signature <text>',
    about: 'the signature of what --target names, or @file (default: from path.sig or path.minisig)',
  },
  { flags: '--bundle-targets', about: 'also publish every Tauri bundle as {os}-{bundle}-{arch}' },
  { flags: '--allow <codes>', about: 'ignore these mistakes, given by their codes', repeats: true },
  { flags: '--strict', about: 'stop at every warning of the service, not only at known mistakes' },
  { flags: '--parallel <n>', about: 'how many uploads run at the same time, 1 to 16 (default: 4)' },
  { flags: '--dry-run', about: 'show the plan and stop; nothing is uploaded' },
  sharedOptions.yes,
];

export const parseParallel = (input: Input): number => {
  const text = optionText(input, 'parallel') ?? '4';
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 16) {
    throw usageFailure(`--parallel ${text} is not a number from 1 to 16.`);
  }
  return count;
};

/** Rejects unknown codes now, because a typo would otherwise show only when the pipeline stops. */
export const parseAllow = (input: Input): string[] => {
  const words = optionList(input, 'allow');
  const validCodes: readonly string[] = [...stoppingCodes, ...strictCodes, 'all'];
  const unknown = words.filter((word) => !validCodes.includes(word));
  if (unknown.length > 0)
    throw usageFailure(
      `--allow ${unknown.join(',')} is not a code that can be allowed.`,
      `The codes are ${validCodes.join(', ')}.`,
    );
  return words;
};

const versionOf = (input: Input): string | undefined => {
  const version = optionText(input, 'release');
  if (version?.trim() === '')
    throw usageFailure(
      '--release is empty.',
      'Give the version, like --release 1.2.3, or leave the flag out.',
    );
  return version;
};

/** Loads the release flow on demand, since most commands do not need it. */
export const runReleaseCommand = async (
  input: Input,
  context: Context,
  publishes: boolean,
): Promise<void> => {
  const { runRelease } = await import('../publish/release.ts');
  const required = optionList(input, 'require');
  await runRelease(
    {
      publishes,
      paths: input.args,
      targets: optionTexts(input, 'target'),
      version: versionOf(input),
      notes: optionText(input, 'notes'),
      changelog: optionText(input, 'changelog'),
      bundleTargets: hasFlag(input, 'bundleTargets'),
      build: optionText(input, 'build'),
      signature: optionText(input, 'signature'),
      require: required.length > 0 ? required : (context.settings.project?.require ?? []),
      allow: parseAllow(input),
      strict: hasFlag(input, 'strict'),
      dryRun: hasFlag(input, 'dryRun'),
      yes: hasFlag(input, 'yes'),
      verify: hasFlag(input, 'verify'),
      parallel: parseParallel(input),
      rollout: parsePlanOptions(input),
    },
    context,
  );
};

export const publish: Command = {
  name: 'publish',
  summary: 'Publish a release: upload it, publish it, and ask for it as clients do.',
  about: `Finds version, targets, formats and signatures by itself: in a Tauri bundle folder
(\`.app.tar.gz\`, \`.AppImage\`, \`.deb\`, \`.rpm\`, \`.msi\`, \`-setup.exe\` and their \`.sig\` files; the version comes from
\`tauri.conf.json\` or \`package.json\`), in electron-builder's \`dist/\` (\`latest*.yml\`), in Electron Forge's \`out/make\`
(\`RELEASES\` and what the makers left), in Velopack's \`Releases/\` (\`releases.*.json\`: the newest package of each name,
its delta, its installers) and beside Sparkle's \`appcast.xml\` (its newest item, with signature, build number and
deltas). A block map, a delta or a \`.zsync\` file goes with its file. The lists that a build holds are compared with its
files; notes that they tell are the release's where \`--notes\` is not given and it has none. Any other file is given as
\`--target name=path\`; its signature is read from \`path.sig\` or \`path.minisig\`, if there is one. Without files or folders it searches the
\`paths\` of the project file, or the folders where those tools put their output. If \`--target\` names a file of that
build, the file is published under the given name, together with the rest of the build; any other file is published
alone.

Targets are named \`{os}-{arch}\`, whatever built them: \`windows\`, \`darwin\` or \`linux\`, and \`x86_64\`, \`aarch64\`, \`i686\`,
\`armv7\` or \`riscv64\`. \`{os}-{arch}\` is the AppImage, the app archive or the installer. Other bundles are named
\`{os}-{bundle}-{arch}\`, for example \`linux-deb-x86_64\`, and so is a \`.nupkg\` beside an installer; a Tauri app reaches them with the endpoint
\`…/{{target}}-{{bundle_type}}/{{arch}}/…\`. Such an app also asks for \`linux-appimage-x86_64\`: \`--bundle-targets\`
publishes the AppImage, the app archive and the NSIS installer under those names as well.

The service reviews the release before anything is uploaded. Mistakes stop the command, each with a code in brackets;
\`--allow <code>\` ignores one:
${stoppingCodes.map((code) => `\`${code}\``).join(', ')},
or \`all\` of them. Other warnings of the service (${strictCodes.map((code) => `\`${code}\``).join(', ')}) are printed, and
stop the command only with \`--strict\`. A private key in place of a signature, an empty file and what the service would
refuse cannot be ignored; a private key is never sent.

The same command run again continues the same draft and uploads only what is missing; Ctrl-C leaves a draft that can be
continued. If the release is already published with the same files, nothing changes.

With \`--rollout\` the release goes to a part of its clients first, and all others get the release before. \`standard\` is 1, 10,
50 and 100 % a day apart, \`slow\` 1, 2, 5, 10, 20, 50 and 100 % a day apart, \`fast\` 10, 50 and 100 % six hours apart. Steps
of your own are percents with one decimal at most, each with the time since the step before (24 h by default):
\`1,10@24h,50@24h,100@24h\`. A step may also wait for a person (\`100@24h+approval\`), for downloads (\`+downloads=500\`) or for
outcomes that were reported (\`+outcomes=200\`). \`--over 72h\` spreads the steps evenly over a time. Where the last step is
below 100, the rollout stays there. Without \`--rollout\` a release is for everyone; if another one is still rolling out on
the channel, it is paused, and the command says so before it begins. A channel's first release has to be for everyone.
\`slipway rollout\` shows and steers what is rolling out.

In the end it asks the addresses that clients ask, and shows what each of them answers; during a rollout it asks
as a tester or as someone who presses “check now”.

With \`--json\` each line is one object with an \`event\`: \`plan\`, \`draft\`, \`hashing\`, \`uploading\`, \`progress\`,
\`retry\`, \`uploaded\`, \`published\`, \`rollout\`, \`offered\`, \`done\`, \`error\`.`,
  args: [{ name: '[files...]', about: 'files and folders of the build' }],
  options: [
    ...releaseOptions,
    {
      flags: '--require <targets>',
      about: 'stop unless the release has all of these targets',
      repeats: true,
    },
    { flags: '--no-verify', about: 'do not ask the public host for the release afterwards' },
    ...planOptions,
  ],
  examples: [
    { command: 'slipway publish', does: 'Publishes the last build, found in the usual folder.' },
    {
      command: 'slipway publish src-tauri/target/release/bundle --changelog CHANGELOG.md',
      does: 'Publishes a Tauri build with the notes that the changelog has for its version.',
    },
    {
      command: 'slipway publish --release 1.2.0 --target linux-x86_64=build/app.tar.gz --yes',
      does: 'Publishes a single file without asking.',
    },
    {
      command:
        'slipway publish --release 1.2.0 --target darwin-universal=App.dmg --build 2043 --signature "$(sign_update App.dmg)"',
      does: 'Publishes a disk image for Sparkle without an appcast.',
    },
    {
      command: 'slipway publish --release 1.2.0 --require darwin-aarch64,windows-x86_64,linux-x86_64',
      does: 'Publishes what the jobs of a build matrix have uploaded, once everything is there.',
    },
    {
      command: 'slipway publish --rollout standard --cohort qa',
      does: 'Publishes to one in a hundred and to the testers, then to more from day to day.',
    },
  ],
  run: (input, context) => runReleaseCommand(input, context, true),
};
