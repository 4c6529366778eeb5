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
    `--allow ${unknown.join(',')} is not a problem code.`,
    `Valid codes: ${validCodes.join(', ')}.`,
  );
};

export const importReleases: Command = {
  name: 'import',
  summary: 'Import releases from another update server (folder or URL).',
  about: `Reads the feeds of Tauri, cargo-packager, electron-builder, Squirrel, Velopack, Sparkle and WinSparkle. Shows all releases
first, then publishes them one by one, oldest first. See docs/IMPORT.md.

Each file is compared with the hashes in its feed. If a feed has no hashes, the signature must be valid for the app’s
public key. That key comes from \`--public-key\` or from \`tauri.conf.json\` in this folder. Missing and unverifiable files
are skipped and listed. A file that differs from its feed stops the command with \`file-differs\`.

From a URL, files are fetched over https and from the same origin only. \`--from-anywhere\` allows other origins. Symbolic
links in a folder are not followed.

\`latest\` becomes the channel from the settings (\`stable\`), \`beta.yml\` the channel \`beta\`. Imported releases are
available to everyone, so active rollouts on their channels are paused. Run the same command again to continue; releases
that are already published are skipped.

\`--allow <code>\` ignores a problem: ${importCodes.map((code) => `\`${code}\``).join(', ')} or a code of \`publish\`.
With \`--json\`, each line is one object with an \`event\`: \`import\`, the events of \`publish\`, \`imported\` or \`error\`.`,
  args: [{ name: '<from>', about: 'folder, https URL, or feed file' }],
  options: [
    sharedOptions.app,
    { flags: '--channel <name>', about: 'import everything into this channel (default: from the feeds)' },
    {
      flags: '--all',
      about: 'also import older installers next to latest.json and latest*.yml, identified by file name',
    },
    { flags: '--from-anywhere', about: 'also fetch files from other origins' },
    {
      flags: '--public-key <key>',
      about: 'public key, or @file, to verify signatures',
      repeats: true,
    },
    {
      flags: '--place <os-arch>',
      about: 'platform of packages whose feed doesn’t say, for example windows-x86_64',
      repeats: true,
    },
    { flags: '--allow <codes>', about: 'ignore these problems (comma-separated codes)', repeats: true },
    { flags: '--parallel <n>', about: 'parallel uploads, 1–16 (default: 4)' },
    { flags: '--dry-run', about: 'show what would be imported, then exit' },
    sharedOptions.yes,
  ],
  examples: [
    {
      command: 'slipway import https://updates.example.com/app --dry-run',
      does: 'Show what an old update server has.',
    },
    {
      command: 'slipway import ./old-bucket --all',
      does: 'Import a copy of the old bucket, including older installers.',
    },
    {
      command: 'slipway import https://updates.example.com/appcast.xml --public-key @sparkle.pub',
      does: 'Import every version of an appcast.',
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
