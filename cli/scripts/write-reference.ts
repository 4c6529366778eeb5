import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, globalOptions, type Option } from '../src/command.ts';
import { commands } from '../src/commands/table.ts';

/* docs/CLI.md from the command table: `node cli/scripts/write-reference.ts` writes it, a test compares. */

export const referencePath = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'CLI.md');

const { version } = JSON.parse(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', 'package.json'), 'utf8'),
) as { version: string };

const head = `# The command line

<!-- Written by cli/scripts/write-reference.ts from the command table: change that, then run it again. -->

\`slipway\` publishes application releases to a Slipway service with one command, from a terminal or from CI.
It runs on Node.js 20.12 or later and has no dependencies. \`slipway init\` sets up a project, from nothing to its first
release.

In a clone of this repository, pack it and install it, or run it once with \`npx ./cli/dist/slipway-cli-${version}.tgz\`:

\`\`\`sh
npm run -w cli pack
npm i -g ./cli/dist/slipway-cli-${version}.tgz
\`\`\`

Recipes for pipelines are in [ci/](ci/README.md).

## Settings

| setting | flag | environment | project file (\`slipway.json\`) | default |
|---|---|---|---|---|
| the address of the service | \`--url\` | \`SLIPWAY_URL\` | \`url\` | the last \`slipway login\` |
| the key | | \`SLIPWAY_KEY\` | never | the identity of the pipeline, then \`slipway login\` |
| the app | \`--app\` | \`SLIPWAY_APP\` | \`app\` | |
| the channel | \`--channel\` | \`SLIPWAY_CHANNEL\` | \`channel\` | \`stable\` |
| files and folders | arguments | | \`paths\` | where the build tools that are known put their output |
| required targets | \`--require\` | | \`require\` | none |

A setting further to the left takes precedence. The project file is searched for in the working folder and the folders
above it, up to the root of the repository; files that belong to another user are ignored. \`CI\` turns off all
questions, \`NO_COLOR\` all colours.

**Where a key is sent.** The key in \`SLIPWAY_KEY\` is sent only to an address from \`SLIPWAY_URL\` or \`--url\`, never
to one that a project file names: otherwise any repository you clone could collect it. A key stored by \`slipway login\`
is sent only to the address it was stored for.

**Without a key.** Where an app trusts a pipeline (\`slipway trust add\`), its jobs show who they are and get a key that
lives for minutes: on GitHub every command does so by itself in a job with \`permissions: id-token: write\`, and gets a new one
in time; elsewhere from the token in \`SLIPWAY_ID_TOKEN\`. The token is asked for, and sent, for the address that is talked
to and no other. In GitHub's jobs token and key are hidden from the log (\`::add-mask::\`) before anything else is printed;
set \`SLIPWAY_COMMANDS_STOPPED\` where a step has stopped the runner's commands.

## Exit codes

| code | means |
|---|---|
| 0 | done |
| 1 | failed, or stopped by a mistake before anything was uploaded |
| 2 | usage: an unknown word or option, or something missing that cannot be found out |
| 3 | refused by the service |
| 4 | not reachable |
| 130 | interrupted by Ctrl-C, or a question was answered with no |

Results go to standard output; progress, warnings and errors go to standard error. With \`--json\`, standard output
holds one JSON object per line: what the API answered, or the events of \`publish\` and \`upload\`. A failure is the last line,
\`{"event":"error","code","message","remedy","exit"}\`.

## Commands

A noun alone is short for its \`list\`: \`slipway releases\` is \`slipway releases list\`.
`;

const anchor = (name: string): string => name.replaceAll(' ', '-');

const usageOf = ({ name, args = [], passesThrough }: Command): string =>
  ['slipway', name, ...args.map((one) => one.name), ...(passesThrough ? [] : ['[options]'])].join(' ');

const cell = (text: string): string => text.replaceAll('|', '\\|');

const optionRow = ({ flags, about, repeats, choices }: Option): string => {
  const more = [
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(repeats ? ['may be repeated'] : []),
  ];
  return `| \`${flags}\` | ${cell(about)}${more.length === 0 ? '' : ` (${more.join('; ')})`} |`;
};

const renderCommand = (command: Command): string => {
  const { name, summary, about, args = [], options = [], examples, passesThrough } = command;
  const rows = [
    ...args.map((one) => `| \`${one.name}\` | ${cell(one.about)} |`),
    ...(passesThrough ? [] : [...options, ...globalOptions].map(optionRow)),
  ];
  return [
    `### ${name}`,
    summary,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    ...(about === undefined ? [] : [about]),
    `| | |\n|---|---|\n${rows.join('\n')}`,
    // No comments in blocks: an interactive zsh runs them.
    ...examples.map(({ command: line, does }) => `${does}\n\n\`\`\`sh\n${line}\n\`\`\``),
  ].join('\n\n');
};

/** The whole reference, as docs/CLI.md has it. */
export const renderReference = (): string => {
  const list = commands
    .map(({ name, summary }) => `- [\`${name}\`](#${anchor(name)}): ${summary}`)
    .join('\n');
  return `${[head.trimEnd(), list, ...commands.map(renderCommand)].join('\n\n')}\n`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(referencePath, renderReference());
