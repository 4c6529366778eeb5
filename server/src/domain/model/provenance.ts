/** The token of a pipeline, as far as it is kept: where a key, and what it published, came from. */
export interface Provenance {
  provider: 'github' | 'gitlab' | 'oidc';
  repository: string | undefined;
  ref: string | undefined;
  sha: string | undefined;
  runId: string | undefined;
  workflow: string | undefined;
  environment: string | undefined;
  actor: string | undefined;
}
