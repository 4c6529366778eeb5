export * from './app.ts';
export * from './artifact.ts';
export * from './audit.ts';
export * from './bounds.ts';
export {
  type ClientOptions,
  type Fetch,
  type FetchInit,
  type FetchResponse,
  ProblemError,
} from './call.ts';
export * from './channel.ts';
export * from './client.ts';
export * from './domain-name.ts';
export * from './domain-status.ts';
export * from './evidence.ts';
export * from './example.ts';
export * from './example-trust.ts';
export * from './field.ts';
export * from './fleet.ts';
export * from './key.ts';
export * from './offer.ts';
export * from './pattern.ts';
export * from './policy.ts';
export * from './problem.ts';
export * from './public.ts';
export * from './release.ts';
export * from './report.ts';
export * from './rollout.ts';
export * from './scope.ts';
export * from './session.ts';
export * from './signing-key.ts';
export * from './simulation.ts';
export * from './trusted-publisher.ts';
export * from './usage.ts';
export * from './warning.ts';
