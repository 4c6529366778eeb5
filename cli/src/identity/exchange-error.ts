import { ProblemError } from '@slipway/api';
import type { Environment } from '../config/environment.ts';
import { Failure } from '../errors/failure.ts';
import { toFailure } from '../errors/to-failure.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { audienceOf } from './identity.ts';

/* Explains why a pipeline got no key, with the command that would trust it. */

/** `release.yml` in `acme/app/.github/workflows/release.yml@refs/tags/v1`. */
const workflowIn = (env: Environment): string =>
  /\/\.github\/workflows\/([^@/]+)@/.exec(env.GITHUB_WORKFLOW_REF ?? '')?.[1] ?? 'release.yml';

/** The command with which someone with the scope `manage` trusts this pipeline. */
const trustCommand = (env: Environment, app: string): string => {
  const to = `--app ${quoteForShell(app)}`;
  if (env.GITHUB_REPOSITORY)
    return `slipway trust add github ${quoteForShell(env.GITHUB_REPOSITORY)} --workflow ${quoteForShell(workflowIn(env))} --environment <name> ${to}`;
  if (env.CI_PROJECT_PATH)
    return `slipway trust add gitlab ${quoteForShell(env.CI_PROJECT_PATH)} --environment ${quoteForShell(env.CI_ENVIRONMENT_NAME || '<name>')} ${to}`;
  return `slipway trust add oidc <issuer> --claim sub=<subject> ${to}`;
};

const forToken: Record<string, (at: { url: string }) => string> = {
  'issuer-unknown': () => 'Ask the operator to add the issuer of this CI’s tokens to SLIPWAY_OIDC_ISSUERS.',
  audience: ({ url }) =>
    `The server accepts tokens for its own URL, SLIPWAY_BASE_URL. This one is for ${audienceOf(url)}. Pass the server’s URL as --url.`,
  expired: () => 'The token has expired. Exchange it at the start of the job.',
  'not-yet-valid': () => 'The clocks differ. Run `slipway doctor` to see by how much.',
  replayed: () =>
    'Each token works once. Exchange it at the start of the job: export SLIPWAY_KEY="$(slipway auth exchange)".',
};

const remedyOf = (
  error: ProblemError,
  at: { url: string; app: string },
  env: Environment,
): string | undefined => {
  if (error.code === 'token-rejected') return forToken[error.problem?.errors?.[0]?.code ?? '']?.(at);
  if (error.code !== 'publisher-untrusted') return undefined;
  if ((error.problem?.errors ?? []).length > 0)
    return 'Compare with `slipway trust list`. Change the pipeline, or remove the trusted publisher and add it again.';
  return `Check the app’s name. To trust this pipeline, run once with a key that has the scope manage:\n  ${trustCommand(env, at.app)}`;
};

export const explainExchangeError = (
  error: unknown,
  at: { url: string; app: string },
  env: Environment,
): unknown => {
  if (!(error instanceof ProblemError)) return error;
  const { message, exit, code, remedy } = toFailure(error);
  return new Failure(message, { exit, code, remedy: remedyOf(error, at, env) ?? remedy, cause: error });
};
