import type { TrustedPublisherCreation } from '@slipway/api';
import { hasFlag, type Input, optionText, optionTexts } from '../../command.ts';
import type { Environment } from '../../config/environment.ts';
import { usageFailure } from '../../errors/failure.ts';

export const omitUndefined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const isSame = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Inside a GitHub job the numeric IDs are known, so they are pinned from the start. */
const githubIds = (repository: string, env: Environment) =>
  isSame(env.GITHUB_REPOSITORY, repository)
    ? { repositoryId: env.GITHUB_REPOSITORY_ID, repositoryOwnerId: env.GITHUB_REPOSITORY_OWNER_ID }
    : {};
const gitlabIds = (project: string, env: Environment) =>
  isSame(env.CI_PROJECT_PATH, project)
    ? { projectId: env.CI_PROJECT_ID, namespaceId: env.CI_PROJECT_NAMESPACE_ID }
    : {};

type TrustParser = (name: string, input: Input, env: Environment) => TrustedPublisherCreation;

const github: TrustParser = (name, input, env) => {
  const repository = name.replace(/^https:\/\/github\.com\//, '').replace(/\.git$/, '');
  const workflow = optionText(input, 'workflow')?.replace(/^\.github\/workflows\//, '');
  if (workflow === undefined)
    throw usageFailure(
      '--workflow is required.',
      'Pass the file name in .github/workflows, for example release.yml.',
    );
  const [environment, ref] = [optionText(input, 'environment'), optionText(input, 'ref')];
  const optionalFields = omitUndefined({ environment, ref, ...githubIds(repository, env) });
  return { provider: 'github', repository, workflow, ...optionalFields };
};

const gitlab: TrustParser = (project, input, env) => ({
  provider: 'gitlab',
  project,
  ...omitUndefined({
    configFile: optionText(input, 'configFile'),
    environment: optionText(input, 'environment'),
    ref: optionText(input, 'ref'),
    refType: optionText(input, 'refType') as 'branch' | 'tag' | undefined,
    refProtected: hasFlag(input, 'protected') || undefined,
    ...gitlabIds(project, env),
  }),
});

const claimOf = (text: string): [string, string] => {
  const at = text.indexOf('=');
  if (at < 1)
    throw usageFailure(`--claim ${text} is not name=pattern.`, 'For example --claim sub=org/7/project/9.');
  return [text.slice(0, at), text.slice(at + 1)];
};

const oidc: TrustParser = (issuer, input) => ({
  provider: 'oidc',
  issuer,
  claims: Object.fromEntries(optionTexts(input, 'claim').map(claimOf)),
});

const ways: Readonly<Record<string, TrustParser>> = { github, gitlab, oidc };

/** Options that apply to one provider only. */
const ownOptions: Readonly<Record<string, readonly string[]>> = {
  workflow: ['github'],
  environment: ['github', 'gitlab'],
  ref: ['github', 'gitlab'],
  configFile: ['gitlab'],
  refType: ['gitlab'],
  protected: ['gitlab'],
  claim: ['oidc'],
};

/** An ignored option must not seem to restrict the pipeline. */
const assertOwn = (provider: string, { options }: Input): void => {
  const foreign = Object.entries(ownOptions).filter(
    ([name, providers]) => options[name] !== undefined && !providers.includes(provider),
  );
  if (foreign.length === 0) return;
  const flags = foreign.map(
    ([name]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  );
  throw usageFailure(
    `${flags.join(' and ')} can’t be used with ${provider}.`,
    provider === 'oidc'
      ? 'Use a claim instead, for example --claim environment=release.'
      : `Use ${provider === 'github' ? "--environment or --ref 'refs/tags/v*'" : "--environment or --ref 'v*'"}. See \`slipway trust add --help\`.`,
  );
};

export const parseTrustOptions = (input: Input, env: Environment): TrustedPublisherCreation => {
  const [provider = '', name = ''] = input.args;
  const way = Object.hasOwn(ways, provider) ? ways[provider] : undefined;
  if (way === undefined)
    throw usageFailure(`Unknown provider ${provider}.`, `Use ${Object.keys(ways).join(', ')}.`);
  assertOwn(provider, input);
  return way(name, input, env);
};
