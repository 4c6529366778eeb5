import {
  type Command,
  hasFlag,
  type Input,
  type Option,
  shared,
  textOf,
  textsOf,
  wordsOf,
} from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { allowableCodes } from '../publish/plan.ts';

/** What `publish` and `upload` share. */
export const releaseOptions: Option[] = [
  shared.app,
  shared.channel,
  {
    flags: '--release <version>',
    about: 'the version; else from latest*.yml, tauri.conf.json or package.json',
  },
  { flags: '--notes <text>', about: 'release notes, or @file to read them from' },
  { flags: '--target <name=path>', about: 'a file and the target it is for', repeats: true },
  { flags: '--bundle-targets', about: 'offer every Tauri bundle as {os}-{bundle}-{arch} as well' },
  { flags: '--allow <codes>', about: 'let these mistakes pass, by their codes', repeats: true },
  { flags: '--parallel <n>', about: 'uploads at a time (1 to 16, 4 unless told)' },
  { flags: '--dry-run', about: 'show the plan and stop' },
  shared.yes,
];

const parallelOf = (input: Input): number => {
  const text = textOf(input, 'parallel') ?? '4';
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 16) {
    throw usageFailure(`--parallel ${text} is not a number from 1 to 16.`);
  }
  return count;
};

/** A slip in a code would let nothing pass, and be found only when the pipeline stops. */
const allowedOf = (input: Input): string[] => {
  const words = wordsOf(input, 'allow');
  const known: readonly string[] = [...allowableCodes, 'all'];
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length > 0)
    throw usageFailure(
      `--allow ${unknown.join(',')} names no mistake that can be allowed.`,
      `There are ${known.join(', ')}.`,
    );
  return words;
};

const versionOf = (input: Input): string | undefined => {
  const version = textOf(input, 'release');
  if (version?.trim() === '')
    throw usageFailure(
      '--release is empty.',
      'Give the version, like --release 1.2.3, or leave the flag out.',
    );
  return version;
};

/** Runs the release flow; loaded only here, since most commands need none of it. */
export const runFlow = async (input: Input, context: Context, publishes: boolean): Promise<void> => {
  const { runRelease } = await import('../publish/release.ts');
  const required = wordsOf(input, 'require');
  await runRelease(
    {
      publishes,
      paths: input.args,
      targets: textsOf(input, 'target'),
      version: versionOf(input),
      notes: textOf(input, 'notes'),
      bundleTargets: hasFlag(input, 'bundleTargets'),
      require: required.length > 0 ? required : (context.settings.project?.require ?? []),
      allow: allowedOf(input),
      dryRun: hasFlag(input, 'dryRun'),
      yes: hasFlag(input, 'yes'),
      verify: hasFlag(input, 'verify'),
      parallel: parallelOf(input),
    },
    context,
  );
};

export const publish: Command = {
  name: 'publish',
  summary: 'Publish a release: draft, upload, publish, and check that clients are offered it.',
  about: `Finds version, targets, formats and signatures by itself: in a Tauri bundle folder
(\`.app.tar.gz\`, \`.AppImage\`, \`.deb\`, \`.rpm\`, \`.msi\`, \`-setup.exe\` and their \`.sig\` files; the version from
\`tauri.conf.json\` or \`package.json\`), in electron-builder's \`dist/\` (\`latest*.yml\`), and anything else by
\`--target name=path\` with an optional \`path.sig\`. Without files or folders it looks where the project file says,
or where those tools leave their work. A file of that build that \`--target\` names goes under that name, beside the
rest of the build; any other file that \`--target\` names goes alone.

\`{os}-{arch}\` is the AppImage, the app archive or the NSIS installer; the other bundles of a Tauri build become
\`{os}-{bundle}-{arch}\`, as \`linux-deb-x86_64\`, which the endpoint \`…/{{target}}-{{bundle_type}}/{{arch}}/…\`
reaches. An app that uses that endpoint asks for \`linux-appimage-x86_64\` too: \`--bundle-targets\` uploads the
AppImage, the app archive and the NSIS installer under those names as well.

Mistakes are told before anything is sent, each with a code in brackets; \`--allow <code>\` lets one pass:
${allowableCodes.map((code) => `\`${code}\``).join(', ')},
or \`all\` of them.
A private key in place of a signature, an empty file and what the service would refuse cannot be allowed.

The same command run again continues the same draft and uploads only what is missing; Ctrl-C leaves a draft that
can be continued. A release that is published already with the same files is left as it is.

With \`--json\` each line is one object with an \`event\`: \`plan\`, \`draft\`, \`hashing\`, \`uploading\`, \`progress\`,
\`retry\`, \`uploaded\`, \`published\`, \`offered\`, \`done\`, \`error\`.`,
  args: [{ name: '[files...]', about: 'files and folders of the build' }],
  options: [
    ...releaseOptions,
    {
      flags: '--require <targets>',
      about: 'refuse unless the release has all of these targets',
      repeats: true,
    },
    { flags: '--no-verify', about: 'do not ask the public host whether clients are offered it' },
  ],
  examples: [
    { command: 'slipway publish', does: 'Publishes what the last build left in the usual folder.' },
    {
      command: 'slipway publish src-tauri/target/release/bundle --notes @CHANGES.md',
      does: 'Publishes a Tauri build with notes from a file.',
    },
    {
      command: 'slipway publish --release 1.2.0 --target linux-x86_64=build/app.tar.gz --yes',
      does: 'Publishes one file of any kind without asking.',
    },
    {
      command: 'slipway publish --release 1.2.0 --require darwin-aarch64,windows-x86_64,linux-x86_64',
      does: 'Publishes what the jobs of a matrix have uploaded, once all is there.',
    },
  ],
  run: (input, context) => runFlow(input, context, true),
};
