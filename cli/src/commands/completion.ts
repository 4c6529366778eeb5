import { type Command, globalOptions } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';
import { optionNames } from '../option-names.ts';

/* Static scripts made from the command table, so that completion needs no process or request. */

const wordsOf = (commands: Command[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')),
];

const verbsOf = (commands: Command[], group: string): string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));

const flagsOf = ({ options = [], passesThrough }: Command): string[] =>
  passesThrough ? [] : [...options, ...globalOptions].flatMap(optionNames).concat('--help');

const groupsOf = (commands: Command[]): string[] =>
  wordsOf(commands).filter((word) => verbsOf(commands, word).length > 0);

const bash = (
  commands: Command[],
): string => `# bash completion for slipway: source <(slipway completion bash)
_slipway() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" choices=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices="${wordsOf(commands).join(' ')} --help --version"
  else
    case "$first" in
${groupsOf(commands)
  .map(
    (group) =>
      `      ${group}) [ "$COMP_CWORD" -eq 2 ] && choices="${verbsOf(commands, group).join(' ')}" ;;`,
  )
  .join('\n')}
    esac
    case "$cur" in -*)
      case "$first $second" in
${commands
  .map(
    (command) =>
      `        "${command.name}"${command.name.includes(' ') ? '' : '*'}) choices="${flagsOf(command).join(' ')}" ;;`,
  )
  .join('\n')}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$cur"))
}
complete -o default -F _slipway slipway
`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const zsh = (commands: Command[]): string => `#compdef slipway
# zsh completion for slipway: source <(slipway completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;

const fishCommand = (command: Command): string[] => {
  const [first = '', verb] = command.name.split(' ');
  const condition =
    verb === undefined
      ? `__fish_seen_subcommand_from ${first}`
      : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${verb}`;
  const begin =
    verb === undefined
      ? `complete -c slipway -n __fish_use_subcommand -a ${first} -d ${quoted(command.summary)}`
      : `complete -c slipway -n ${quoted(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${verb}`)} -a ${verb} -d ${quoted(command.summary)}`;
  const flags = flagsOf(command).map(
    (flag) => `complete -c slipway -n ${quoted(condition)} -l ${flag.slice(2)}`,
  );
  return [begin, ...flags];
};

const fish = (commands: Command[]): string => `# fish completion for slipway: slipway completion fish | source
${groupsOf(commands)
  .map((group) => `complete -c slipway -n __fish_use_subcommand -a ${group}`)
  .join('\n')}
${commands.flatMap(fishCommand).join('\n')}
`;

const powershellQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const powershellList = (words: string[]): string => `@(${words.map(powershellQuoted).join(', ')})`;

const powershell = (
  commands: Command[],
): string => `# PowerShell completion for slipway: slipway completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName slipway -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $verbs = @{
${groupsOf(commands)
  .map((group) => `    ${powershellQuoted(group)} = ${powershellList(verbsOf(commands, group))}`)
  .join('\n')}
  }
  $flags = @{
${commands.map((command) => `    ${powershellQuoted(command.name)} = ${powershellList(flagsOf(command))}`).join('\n')}
  }
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  $choices = @()
  if ($typed.Count -eq 0) {
    $choices = ${powershellList([...wordsOf(commands), '--help', '--version'])}
  } elseif ($wordToComplete.StartsWith('-')) {
    $pair = if ($typed.Count -gt 1) { "$($typed[0]) $($typed[1])" } else { '' }
    if ($flags.ContainsKey($pair)) { $choices = $flags[$pair] }
    elseif ($flags.ContainsKey($typed[0])) { $choices = $flags[$typed[0]] }
  } elseif ($typed.Count -eq 1 -and $verbs.ContainsKey($typed[0])) {
    $choices = $verbs[$typed[0]]
  }
  $choices | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;

const shells: Record<string, (commands: Command[]) => string> = { bash, zsh, fish, powershell };

export const createCompletion = (table: () => Command[]): Command => ({
  name: 'completion',
  summary: 'Print a shell completion script.',
  args: [{ name: '<shell>', about: 'bash, zsh, fish or powershell' }],
  examples: [
    {
      command: 'source <(slipway completion bash)',
      does: 'Turn on completion in this bash; add the line to ~/.bashrc to keep it.',
    },
    {
      command: 'slipway completion fish > ~/.config/fish/completions/slipway.fish',
      does: 'Turn on completion in fish permanently.',
    },
    {
      command: 'slipway completion powershell | Out-String | Invoke-Expression',
      does: 'Turn on completion in this PowerShell; add the line to $PROFILE to keep it.',
    },
  ],
  async run({ args }, { output }) {
    const shell = args[0] ?? '';
    const render = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (render === undefined)
      throw usageFailure(`No completion for ${shell}.`, 'Use bash, zsh, fish or powershell.');
    const script = render(table());
    output.object({ shell, script });
    output.line(script.trimEnd());
  },
});
