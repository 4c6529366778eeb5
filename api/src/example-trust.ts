/* A pipeline publishes the example app `hello` without a secret. */

export const exampleTrustId = 'tru_1KcV9sRw4YpXn7ZbTq2HdL';

export const exampleProvenance = {
  provider: 'github',
  repository: 'acme/hello',
  ref: 'refs/tags/v1.4.0',
  sha: '4f1c0de9a7b3d25e6f8091a2b3c4d5e6f7a8b9c0',
  runId: '9876543210',
  workflow: 'release.yml',
  environment: 'release',
  actor: 'octocat',
};

export const exampleTrustedPublisherCreation = {
  provider: 'github',
  repository: 'acme/hello',
  workflow: 'release.yml',
  environment: 'release',
};

export const exampleTrustedPublisher = {
  id: exampleTrustId,
  provider: 'github',
  issuer: 'https://token.actions.githubusercontent.com',
  name: 'acme/hello',
  repository: 'acme/hello',
  workflow: 'release.yml',
  environment: 'release',
  ref: null,
  scopes: ['publish', 'read'],
  ttlSeconds: 1800,
  pinned: { repository_id: '612345678', repository_owner_id: '1234567' },
  createdAt: '2026-01-08T14:05:12.000Z',
  lastUsedAt: '2026-03-14T09:20:10.000Z',
};

export const exampleExchange = { token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6…', app: 'hello' };
