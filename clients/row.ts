/** What a scenario measured. */
export interface Outcome {
  /** Bytes of bodies that the client received of artifacts. */
  wireBytes?: number;
  /** Of the file that they became. */
  fileBytes?: number;
}

/** A row of the table in docs/CLIENTS.md. */
export interface Row extends Outcome {
  /** The package's name in package-lock.json, below node_modules; or the program's. */
  client: string;
  /** Of a program that npm does not install. */
  version?: string;
  name: string;
  result: 'passed' | 'failed' | 'could not run';
  reason?: string;
}
