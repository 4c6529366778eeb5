import { stoppingCodes } from '@slipway/build-files/mistake.ts';
import { type Command, hasFlag, optionList, optionText, optionTexts, sharedOptions } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';
import { parseParallel } from './publish.ts';

/** These codes stop an import, in addition to the mistakes of any release. */
const importCodes = ['file-differs', 'file-elsewhere', 'version-taken'] as const;

const allowedOf = (words: string[]): string[] => {
  const validCodes: readonly string[] = [...importCodes, ...stoppingCodes, 'all'];
  const unknown = words.filter((word) => !validCodes.includes(word));
  if (unknown.length === 0) return words;
  throw usageFailure(
    `--allow ${unknown.join(',')} is not a code that can be allowed.`,
    `The codes are ${validCodes.join(', ')}.`,
  );
};

export const importReleases: Command = {
  name: 'import',
  summary: 'Import the releases of another update server, from a folder or an address.',
  about: `Reads every feed that it finds: \`latest.json\` (Tauri, cargo-packager), \`latest*.yml\` and \`beta*.yml\`
(electron-builder), \`RELEASES\` and \`RELEASES.json\` (Squirrel), \`releases.*.json\` (Velopack) and \`appcast.xml\` (Sparkle,
WinSparkle). In a folder it searches the folders below it, too; an address is asked for these names, or is the address
of a feed. It shows all releases with their versions, dates, notes and files, and then publishes them one by one, the
oldest first, like \`slipway publish\`. See docs/MOVING-IN.md.

Every file is compared with the hashes that its feed declares. Where a feed declares none, the signature must be valid
for the public key of the app: \`--public-key\`, or \`plugins.updater.pubkey\` of the \`tauri.conf.json\` in this folder. A file
with neither is left out and named, and so is a file that no longer exists. A file with other bytes than declared stops
the command with \`file-differs\`, before anything of its release is uploaded.

From an address, files are fetched over https and from the same origin only; a redirect counts as the origin that it
leads to. \`--from-anywhere\` fetches from other origins, too. In a folder, files are looked for beside their feed, and
links are not followed.

\`latest.json\` and \`latest.yml\` describe one version. \`--all\` also imports the older installers beside them in a folder,
with version and target taken from their names. Nothing declares the bytes of those; a signature beside one must be
valid.

\`latest\` becomes the channel of the settings (\`stable\`), \`beta.yml\` the channel \`beta\`, which is created after asking;
\`--channel\` imports everything into one channel. What is imported goes to everyone, and a rollout that is under way on its
channel is paused for it; the plan says which.

The same command run again skips what is already published with the same bytes, and continues where it stopped. In the
end it prints the addresses for the next build: installed copies ask the old server until they have that build.

\`--allow <code>\` ignores a mistake: ${importCodes.map((code) => `\`${code}\``).join(', ')} or one of those of \`publish\`.

With \`--json\` each line is one object with an \`event\`: \`import\`, the events of \`publish\` for each release,
\`imported\`, \`error\`.`,
  args: [{ name: '<from>', about: 'a folder, an https address, or a feed in either' }],
  options: [
    sharedOptions.app,
    { flags: '--channel <name>', about: 'import everything into this channel (default: as the feeds say)' },
    {
      flags: '--all',
      about: 'also import older installers beside latest.json and latest*.yml, by their names',
    },
    { flags: '--from-anywhere', about: 'fetch files from other origins than that of the address, too' },
    {
      flags: '--public-key <key>',
      about: 'a public key of the app, or @file, to verify signatures with',
      repeats: true,
    },
    {
      flags: '--place <os-arch>',
      about: 'what packages are for whose feed does not say it, for example windows-x86_64',
      repeats: true,
    },
    { flags: '--allow <codes>', about: 'ignore these mistakes, given by their codes', repeats: true },
    { flags: '--parallel <n>', about: 'how many uploads run at the same time, 1 to 16 (default: 4)' },
    { flags: '--dry-run', about: 'show the plan and stop; nothing is uploaded' },
    sharedOptions.yes,
  ],
  examples: [
    {
      command: 'slipway import https://updates.example.com/app --dry-run',
      does: 'Shows what an old update server has.',
    },
    {
      command: 'slipway import ./old-bucket --all',
      does: 'Imports a copy of the old bucket, older installers included.',
    },
    {
      command: 'slipway import https://updates.example.com/appcast.xml --public-key @sparkle.pub',
      does: 'Imports every version of an appcast.',
    },
  ],
  async run(input, context) {
    const { runImport } = await import('../import/run/import.ts');
    await runImport(
      {
        from: input.args[0] ?? '',
        channel: optionText(input, 'channel'),
        all: hasFlag(input, 'all'),
        allowsAnyOrigin: hasFlag(input, 'fromAnywhere'),
        publicKeys: optionTexts(input, 'publicKey'),
        platforms: optionList(input, 'place'),
        allow: allowedOf(optionList(input, 'allow')),
        dryRun: hasFlag(input, 'dryRun'),
        yes: hasFlag(input, 'yes'),
        parallel: parseParallel(input),
      },
      context,
    );
  },
};
