import type { Scope } from '@slipway/api';
import { type Command, type Input, optionList, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { describeTrust } from './describe.ts';
import { omitUndefined, parseTrustOptions } from './options.ts';

const ttlOf = (input: Input): number | undefined => {
  const text = optionText(input, 'ttl');
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw usageFailure('--ttl must be a number of seconds.', 'Use 300 to 3600.');
  return Number(text);
};

export const addTrust: Command = {
  name: 'trust add',
  summary: 'Let a pipeline publish without a key.',
  about: `The pipeline exchanges its own signed token for a key that lasts minutes. Restrict it to an environment or ref: without
either, any branch with a copy of the workflow can publish. In \`--ref\`, \`*\` matches any characters except \`/\`.

- \`github <owner/name> --workflow <file>\`: GitHub Actions jobs with \`permissions: id-token: write\`.
- \`gitlab <group/name>\`: GitLab CI jobs with \`SLIPWAY_ID_TOKEN\` under \`id_tokens\` and the server URL as \`aud\`. Refs have no
  \`refs/\`.
- \`oidc <issuer> --claim sub=<pattern>\`: any other issuer that the operator lists in \`SLIPWAY_OIDC_ISSUERS\`. All named
  claims must match.

Repository and owner IDs are pinned on first use, so a renamed or re-registered name gets nothing.`,
  args: [
    { name: '<provider>', about: 'github, gitlab or oidc' },
    { name: '<name>', about: 'repository, project or issuer' },
  ],
  options: [
    {
      flags: '--workflow <file>',
      about: 'GitHub (required): workflow file, for example release.yml',
    },
    { flags: '--environment <name>', about: 'only jobs in this environment' },
    { flags: '--ref <ref>', about: 'only this branch or tag: refs/tags/v* on GitHub, v* on GitLab' },
    {
      flags: '--config-file <path>',
      about: 'GitLab: only pipelines from this file, for example .gitlab-ci.yml',
    },
    { flags: '--ref-type <type>', about: 'GitLab: only branches, or only tags', choices: ['branch', 'tag'] },
    { flags: '--protected', about: 'GitLab: only protected branches and tags' },
    { flags: '--claim <name=pattern>', about: 'OIDC: required claim; sub is mandatory', repeats: true },
    { flags: '--issuer <address>', about: 'token issuer, for self-hosted GitHub or GitLab' },
    sharedOptions.app,
    { flags: '--name <text>', about: 'display name (default: the repository)' },
    {
      flags: '--scopes <scopes>',
      about: 'scopes of its keys, never manage (default: publish,read)',
      repeats: true,
    },
    { flags: '--ttl <seconds>', about: 'key lifetime in seconds, 300–3600 (default: 1800)' },
  ],
  examples: [
    {
      command: 'slipway trust add github acme/app --workflow release.yml --environment release',
      does: 'Trust jobs of release.yml in the environment release.',
    },
    {
      command: "slipway trust add gitlab acme/app --ref 'v*' --ref-type tag --protected",
      does: 'Trust pipelines of protected tags such as v1.2.3.',
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
    output.note('Its jobs need no key anymore. Find old keys to revoke: slipway keys list');
  },
};
