export interface Outcome {
  /** Artifact bytes that the client received. */
  wireBytes?: number;
  /** The size of the resulting file. */
  fileBytes?: number;
}

/** A row of the table in docs/reference/clients-tested.md. */
export interface Row extends Outcome {
  /** The package's name in package-lock.json, below node_modules; or the program's. */
  client: string;
  /** Set for programs that npm does not install. */
  version?: string;
  name: string;
  result: 'passed' | 'failed' | 'could not run';
  reason?: string;
}
