import type { TrustedPublisher } from '@slipway/api';

const environmentLine = (environment: string | null | undefined, indent: string): string =>
  typeof environment === 'string' ? `${indent}${environment}\n` : '';

/** The configuration to add to the pipeline's job. */
export const pipelineSnippet = (publisher: TrustedPublisher, url: string, app: string): string => {
  const { provider, environment } = publisher;
  if (provider === 'github')
    return `publish:\n${environmentLine(environment, '  environment: ')}  permissions:\n    contents: read\n    id-token: write\n  env:\n    SLIPWAY_URL: ${url}\n    SLIPWAY_APP: ${app}`;
  if (provider === 'gitlab')
    return `publish:\n${environmentLine(environment, '  environment: ')}  variables:\n    SLIPWAY_URL: ${url}\n    SLIPWAY_APP: ${app}\n  id_tokens:\n    SLIPWAY_ID_TOKEN:\n      aud: ${url}`;
  return `# A token for the audience ${url}, in the job’s environment\nSLIPWAY_URL=${url}\nSLIPWAY_APP=${app}\nSLIPWAY_ID_TOKEN=…`;
};
