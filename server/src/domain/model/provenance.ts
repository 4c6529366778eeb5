/** The stored claims of a pipeline's token: the origin of a key and its releases. */
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
