import assert from 'node:assert/strict';
import test from 'node:test';
import { globalOptions } from '../src/command.ts';
import { commands } from '../src/commands/table.ts';
import { buildProgram } from '../src/program.ts';
import { findLongSentences } from './sentences.ts';

/* How help reads: short sentences, one form for each kind of text, and an example of every command. */

const verbs = new Set(
  `Add Change Check Copy Create Delete Exchange Go Import Let List Manage Offer Open Plan Preview Print Publish Remove
  Report Restore Resume Retire Revoke Run Save Set Show Start Stop Upload Use Watch Withdraw`.split(/\s+/),
);
const exampleVerbs = new Set(
  `Also Finish Halt Hold Listen Log Make Page Pause Reach Reactivate Reject Replace Trust Turn Verify Back Upload`.split(
    ' ',
  ),
);
const firstWord = (text: string): string => text.split(/\W/)[0] ?? '';

const program = buildProgram(commands, { version: '0', write: () => {}, act: async () => {} });
const isGroup = (name: string): boolean => commands.some((command) => command.name.startsWith(`${name} `));
const groups = program.commands.filter((command) => isGroup(command.name()));

test('every command has an example of itself', () => {
  for (const { name, examples } of commands)
    assert.ok(
      examples.some(({ command }) => command.includes(`slipway ${name}`)),
      name,
    );
});

test('summaries start with a verb, end with a period and fit in one line', () => {
  const summaries = [
    ...commands.map(({ name, summary }) => [name, summary] as const),
    ...groups.map((group) => [group.name(), group.description()] as const),
  ];
  for (const [name, summary] of summaries) {
    assert.ok(verbs.has(firstWord(summary)), `${name}: ${summary}`);
    assert.match(summary, /^[^\n]{1,72}\.$/, name);
  }
});

test('examples say in the imperative what they do', () => {
  for (const { name, examples } of commands)
    for (const { does } of examples) {
      const verb = firstWord(does);
      assert.ok(verbs.has(verb) || exampleVerbs.has(verb), `${name}: ${does}`);
      assert.match(does, /\.$/, name);
    }
});

test('arguments and options are described in lower case, without an article or a period', () => {
  const names = /^(?:GitHub|GitLab|OIDC|IP) ?/;
  for (const { name, args = [], options = [] } of commands)
    for (const { about } of [...args, ...options, ...globalOptions]) {
      assert.match(about.replace(names, ''), /^[^A-Z]/, `${name}: ${about}`);
      assert.doesNotMatch(about, /^(?:the|an?|its?) |\.$/, `${name}: ${about}`);
    }
});

test('no sentence of help or reference has more than 20 words', () => {
  const texts = commands.flatMap(({ name, summary, about = '', args = [], options = [], examples }) =>
    [
      summary,
      about,
      ...[...args, ...options].map((one) => one.about),
      ...examples.map(({ does }) => does),
    ].map((text) => [name, text] as const),
  );
  const long = texts.flatMap(([name, text]) => findLongSentences(text).map((one) => `${name}: ${one}`));
  assert.deepEqual(long, []);
});

test('the list of commands fits in 100 columns', () => {
  const help = program.createHelp();
  const lines = program.commands.map((command) => {
    const term = help.subcommandTerm(command).padEnd(help.padWidth(program, help));
    return `  ${term}  ${help.subcommandDescription(command)}`;
  });
  assert.deepEqual(
    lines.filter((line) => line.length > 100),
    [],
  );
});
