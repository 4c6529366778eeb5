import type { Provider, Session, TrustedPublisher } from '@slipway/api';

/* Trusted publishers in words, and their CI configuration. Pure. */

export const providerNames: Readonly<Record<Provider, string>> = {
  github: 'GitHub Actions',
  gitlab: 'GitLab CI',
  oidc: 'Other (OIDC)',
};

export const trustConditions = (publisher: TrustedPublisher): string[] => {
  const { workflow, configFile, environment, ref, refType, refProtected, claims } = publisher;
  const toCondition = (label: string, value: string | null | undefined): string[] =>
    value === null || value === undefined ? [] : [`${label} ${value}`];
  return [
    ...toCondition('workflow', workflow),
    ...toCondition('file', configFile),
    ...toCondition('environment', environment),
    ...toCondition(refType ?? 'ref', ref),
    ...(refProtected === true ? ['protected refs'] : []),
    ...Object.entries(claims ?? {}).map(([claim, value]) => `${claim} = ${value}`),
  ];
};

/** Why a user with the manage scope cannot add a trusted publisher: it would outlive their key. */
export const trustDenialReason = (who: Session | null | undefined): string | undefined =>
  who?.actor === 'key' && who.key?.expiresAt !== null
    ? 'Your key expires. Use a key without an expiry, or the admin key.'
    : undefined;

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
