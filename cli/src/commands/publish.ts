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
    about: 'version (default: from the build, tauri.conf.json or package.json)',
  },
  { flags: '--notes <text>', about: 'release notes, or @file to read them from a file' },
  { flags: '--changelog <file>', about: 'file with release notes under a heading for this version' },
  { flags: '--target <name=path>', about: 'publish this file for this target', repeats: true },
  { flags: '--build <number>', about: 'build number (CFBundleVersion) of the --target file' },
  {
    flags: '--signature <text>',
    about: 'signature of the --target file, or @file (default: path.sig or path.minisig)',
  },
  { flags: '--bundle-targets', about: 'also publish each Tauri bundle as {os}-{bundle}-{arch}' },
  { flags: '--allow <codes>', about: 'ignore these problems (comma-separated codes)', repeats: true },
  { flags: '--strict', about: 'treat all warnings as errors' },
  { flags: '--parallel <n>', about: 'parallel uploads, 1–16 (default: 4)' },
  { flags: '--dry-run', about: 'show what would be published, then exit' },
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
      `--allow ${unknown.join(',')} is not a problem code.`,
      `Valid codes: ${validCodes.join(', ')}.`,
    );
  return words;
};

const versionOf = (input: Input): string | undefined => {
  const version = optionText(input, 'release');
  if (version?.trim() === '')
    throw usageFailure(
      '--release is empty.',
      'Pass a version, for example --release 1.2.3, or omit the flag.',
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
  summary: 'Upload and publish a release, then verify it from the client side.',
  about: `Detects version, targets and signatures in the output of Tauri, electron-builder, Electron Forge, Velopack and Sparkle. Pass
any other file as \`--target name=path\`; its signature is read from \`path.sig\` or \`path.minisig\`. Without arguments it
searches \`paths\` from \`slipway.json\`, then the default output folders of these tools. A \`--target\` file that is part of a
build is published with the rest of that build.

Targets are \`{os}-{arch}\`, for example \`windows-x86_64\`, or \`{os}-{bundle}-{arch}\`, for example \`linux-deb-x86_64\`.

The server reviews the release before anything is uploaded. Problems stop the command with a code; \`--allow <code>\`
ignores one, and \`--allow all\` ignores all. docs/PUBLISHING.md lists the codes. Run the same command again to continue an
interrupted upload.

\`--rollout\` starts a staged rollout; docs/ROLLOUTS.md explains its steps. Afterwards the command requests the release
like a client and shows each response.

With \`--json\`, each line is one object with an \`event\`. Before the upload: \`plan\`, \`draft\`. During it: \`hashing\`,
\`uploading\`, \`progress\`, \`retry\`, \`uploaded\`. After it: \`published\`, \`rollout\`, \`offered\`, \`feeds\`, \`done\` or \`error\`.`,
  args: [{ name: '[files...]', about: 'build files or folders' }],
  options: [
    ...releaseOptions,
    {
      flags: '--require <targets>',
      about: 'fail unless the release has all these targets',
      repeats: true,
    },
    { flags: '--no-verify', about: 'skip the client-side check after publishing' },
    ...planOptions,
  ],
  examples: [
    { command: 'slipway publish', does: 'Publish the last build, found in the default output folder.' },
    {
      command: 'slipway publish --release 1.2.0 --target linux-x86_64=build/app.tar.gz --yes',
      does: 'Publish one file without prompts.',
    },
    {
      command:
        'slipway publish --release 1.2.0 --target darwin-universal=App.dmg --build 2043 --signature "$(sign_update App.dmg)"',
      does: 'Publish a disk image for Sparkle without an appcast.',
    },
    {
      command: 'slipway publish --release 1.2.0 --require darwin-aarch64,windows-x86_64,linux-x86_64',
      does: 'Publish what a build matrix uploaded, once all targets are there.',
    },
    {
      command: 'slipway publish --rollout standard --cohort qa',
      does: 'Publish to 1% and the cohort qa, then grow daily.',
    },
  ],
  run: (input, context) => runReleaseCommand(input, context, true),
};
