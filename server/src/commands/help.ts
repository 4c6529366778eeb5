import type { Command } from './command.ts';

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

const row = (left: string, right: string, width: number): string =>
  `  ${left.padEnd(width)}  ${indented(right, width + 4)}`;

const rows = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => row(left, right, width)).join('\n');
};

const usageOf = ({ name, positionals }: Command): string => [name, ...positionals].join(' ');

export const renderCommandList = (
  commands: readonly Command[],
  program: string,
): string => `Usage: ${program} [command]

${rows(commands.map((command) => [usageOf(command), command.summary]))}

Run \`${program} <command> --help\` for options, \`${program} --version\` for the version.
Configure the server with environment variables: docs/reference/configuration.md.
`;

export const renderCommandHelp = (command: Command, program: string): string => {
  const options = Object.entries(command.options).map(
    ([name, { value, about }]) => [value === undefined ? `--${name}` : `--${name} ${value}`, about] as const,
  );
  const brief = options.map(([form]) => ` [${form}]`).join('');
  return [
    `Usage: ${program} ${usageOf(command)}${brief}`,
    command.about,
    rows([...options, ['--help', 'print this help']]),
    `Example:\n  $ ${program} ${command.example}`,
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
};
