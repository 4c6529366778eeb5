import type { Scope } from '@slipway/api';
import { type Command, type Input, optionList, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { describeTrust } from './describe.ts';
import { omitUndefined, parseTrustOptions } from './options.ts';

const ttlOf = (input: Input): number | undefined => {
  const text = optionText(input, 'ttl');
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw usageFailure('--ttl must be a number of seconds.', 'From 300 to 3600.');
  return Number(text);
};

export const addTrust: Command = {
  name: 'trust add',
  summary: 'Let a pipeline publish without a secret.',
  about: `The pipeline shows the token that its own service signs, and gets a key that lives for minutes. Name the environment or the
ref: without either, any branch with its own copy of the workflow can publish. In \`--ref\` a \`*\` stands for any
characters but \`/\`.

- \`github <owner/name> --workflow <file>\`: jobs of GitHub Actions that have \`permissions: id-token: write\`.
- \`gitlab <group/name>\`: jobs of GitLab CI that ask for \`SLIPWAY_ID_TOKEN\` under \`id_tokens\`, with the service's
  address as \`aud\`. Refs are names without \`refs/\`.
- \`oidc <issuer> --claim sub=<pattern>\`: any other service whose issuer the operator pinned
  (\`SLIPWAY_OIDC_ISSUERS\`). Every claim that is named must be as its pattern says.

The ids of repository and owner are pinned at the first use, so that whoever takes over a name gets nothing.`,
  args: [
    { name: '<provider>', about: 'github, gitlab or oidc' },
    { name: '<name>', about: 'the repository, the project, or the issuer' },
  ],
  options: [
    {
      flags: '--workflow <file>',
      about: 'github, required: the workflow that is started, for example release.yml',
    },
    { flags: '--environment <name>', about: 'only jobs of this environment' },
    { flags: '--ref <ref>', about: 'only this branch or tag: refs/tags/v* on GitHub, v* on GitLab' },
    {
      flags: '--config-file <path>',
      about: 'gitlab: only pipelines of this file, for example .gitlab-ci.yml',
    },
    { flags: '--ref-type <type>', about: 'gitlab: only branches, or only tags', choices: ['branch', 'tag'] },
    { flags: '--protected', about: 'gitlab: only protected branches and tags' },
    { flags: '--claim <name=pattern>', about: 'oidc: what the token must say; at least sub', repeats: true },
    { flags: '--issuer <address>', about: 'who signs the tokens, where it is not the public service' },
    sharedOptions.app,
    { flags: '--name <text>', about: 'a name for people (default: the repository)' },
    {
      flags: '--scopes <scopes>',
      about: 'what its keys may do, never manage (default: publish,read)',
      repeats: true,
    },
    { flags: '--ttl <seconds>', about: 'how long a key lives, 300 to 3600 (default: 1800)' },
  ],
  examples: [
    {
      command: 'slipway trust add github acme/app --workflow release.yml --environment release',
      does: 'Jobs of that workflow in the environment release may publish.',
    },
    {
      command: "slipway trust add gitlab acme/app --ref 'v*' --ref-type tag --protected",
      does: 'Pipelines of protected tags like v1.2.3 may publish.',
    },
  ],
  async run(input, { client, settings, output, env }) {
    const scopes = optionList(input, 'scopes') as Scope[];
    const issuer = optionText(input, 'issuer');
    const { trustedPublisher } = await client().trustPublisher(settings.app(), {
      ...parseTrustOptions(input, env),
      ...omitUndefined({ name: optionText(input, 'name'), issuer, ttlSeconds: ttlOf(input) }),
      ...(scopes.length === 0 ? {} : { scopes }),
    });
    output.object({ trustedPublisher });
    output.line(`${settings.app()} trusts ${describeTrust(trustedPublisher)} (${trustedPublisher.id}).`);
    for (const { detail } of trustedPublisher.warnings ?? []) output.warn(detail);
    output.note('Its jobs need no key from now on; `slipway keys list` shows which can be revoked.');
  },
};
