import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, renderPage, renderTable } from '../../scripts/reference/page.ts';
import { type Command, globalOptions, type Option, sharedOptions } from '../src/command.ts';
import { commands } from '../src/commands/table.ts';

/* docs/reference/cli.md from the command table; `npm run docs` writes it. It is also the README of the CLI's package. */

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

const intro = `\`slipway\` publishes application releases to a Slipway server, from a terminal or from CI. It needs Node.js 20.12
or later and has no dependencies. \`slipway init\` sets up a project.

Install it from a clone of the repository:

\`\`\`sh
npm run -w cli pack
npm i -g ./cli/dist/slipway-cli-${version}.tgz
\`\`\`

Pipelines: [ci/](../ci/README.md).`;

const settings = `## Settings

| Setting | Flag | Environment | Project file (\`slipway.json\`) | Default |
|---|---|---|---|---|
| URL of the server | \`--url\` | \`SLIPWAY_URL\` | \`url\` | the last \`slipway login\` |
| Key | | \`SLIPWAY_KEY\` | never | the pipeline's identity, then \`slipway login\` |
| App | \`--app\` | \`SLIPWAY_APP\` | \`app\` | |
| Channel | \`--channel\` | \`SLIPWAY_CHANNEL\` | \`channel\` | \`stable\` |
| Files and folders | arguments | | \`paths\` | the output folders of known build tools |
| Required targets | \`--require\` | | \`require\` | none |

Settings further left take precedence. The CLI searches for the project file in the working directory and its parents, up
to the root of the repository, and ignores files of other users. \`CI\` turns off all prompts, \`NO_COLOR\` all colors.

**Where a key is sent.** The CLI sends \`SLIPWAY_KEY\` only to the URL from \`SLIPWAY_URL\` or \`--url\`, never to one from a
project file: otherwise any repository you clone could collect your key. It sends a key stored by \`slipway login\` only to
the URL it was stored for.

**Without a key.** A pipeline that an app trusts (\`slipway trust add\`) gets a key that is valid for minutes. On GitHub every
command requests one in a job with \`permissions: id-token: write\`, and renews it in time. Elsewhere, put the token in
\`SLIPWAY_ID_TOKEN\`. The CLI requests the token for the server's URL and sends it nowhere else. In GitHub jobs it masks
token and key in the log (\`::add-mask::\`) before it prints anything else; set \`SLIPWAY_COMMANDS_STOPPED\` if a step has
stopped workflow commands.`;

const exits = `## Exit codes

| Code | Meaning |
|---|---|
| 0 | success |
| 1 | failed, or stopped by a problem before anything was uploaded |
| 2 | usage error: an unknown command or option, or a missing value |
| 3 | rejected by the server |
| 4 | server not reachable |
| 130 | interrupted by Ctrl-C, or a prompt was declined |

Results go to standard output; progress, warnings, and errors go to standard error. With \`--json\`, standard output has one
JSON object per line: the API's response, or the events of \`publish\` and \`upload\`. A failure is the last line,
\`{"event":"error","code","message","remedy","exit"}\`.`;

const anchor = (name: string): string => name.replaceAll(' ', '-');

const usageOf = ({ name, args = [], passesThrough }: Command): string =>
  ['slipway', name, ...args.map((one) => one.name), ...(passesThrough ? [] : ['[options]'])].join(' ');

const optionRow = ({ flags, about, repeats, choices }: Option): string[] => {
  const more = [
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...(repeats ? ['may be repeated'] : []),
  ].join('; ');
  if (more === '') return [code(flags), about];
  return [code(flags), about.endsWith(')') ? about.replace(/\)$/, `; ${more})`) : `${about} (${more})`];
};

const shared: Option[] = Object.values(sharedOptions);

/** The options that are described once for all commands. */
const sharedLine = (options: Option[]): string[] => {
  const names = options.filter((option) => shared.includes(option)).map(({ flags }) => code(flags));
  return names.length === 0 ? [] : [`Also takes ${names.join(', ')}.`];
};

const renderCommand = (command: Command): string => {
  const { name, summary, about, args = [], options = [], examples } = command;
  const own = options.filter((option) => !shared.includes(option));
  const rows = [...args.map((one) => [code(one.name), one.about]), ...own.map(optionRow)];
  return [
    `### ${name}`,
    summary,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    ...(about === undefined ? [] : [about]),
    ...(rows.length === 0 ? [] : [renderTable(['', ''], rows)]),
    ...sharedLine(options),
    // No comments in blocks: an interactive zsh runs them.
    ...examples.map(({ command: line, does }) => `${does}\n\n\`\`\`sh\n${line}\n\`\`\``),
  ].join('\n\n');
};

/** The whole page. */
export const renderReference = (): string =>
  renderPage('CLI reference', 'npm run docs', [
    ...[intro, settings, exits],
    '## Commands',
    'A noun alone is short for its `list`: `slipway releases` is `slipway releases list`. These options mean the same everywhere; all commands with `[options]` take the first two:',
    renderTable(['', ''], [...globalOptions, ...shared].map(optionRow)),
    commands.map(({ name, summary }) => `- [\`${name}\`](#${anchor(name)}): ${summary}`).join('\n'),
    ...commands.map(renderCommand),
  ]);
