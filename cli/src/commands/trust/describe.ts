import type { TrustedPublisher } from '@slipway/api';

const conditionsOf = (trusted: TrustedPublisher): string[] => {
  const { workflow, configFile, environment, ref, refType, refProtected, claims } = trusted;
  return [
    workflow,
    configFile,
    environment && `environment ${environment}`,
    ref && `ref ${ref}`,
    refType && `${refType}s only`,
    refProtected && 'protected refs only',
    ...Object.entries(claims ?? {}).map(([name, pattern]) => `${name} ${pattern}`),
  ].filter((text): text is string => typeof text === 'string' && text !== '');
};

/** For example `acme/app, release.yml, ref refs/tags/v*`. */
export const describeTrust = (trusted: TrustedPublisher): string =>
  [trusted.repository ?? trusted.project ?? trusted.issuer, ...conditionsOf(trusted)].join(', ');
