/** How long each field of a request may be: characters, unless the name says bytes. Schemas state them. */
export const fieldBounds = {
  slug: 63,
  appName: 200,
  adapter: 64,
  channel: 64,
  domain: 254,
  keyName: 200,
  issuer: 512,
  repository: 200,
  /** Of a trusted publisher: a workflow, a project, a ref, an environment, a pattern. */
  claim: 255,
  claims: 16,
  /** What a pipeline shows. */
  token: 16 * 1024,
  publicKey: 4096,
  version: 128,
  target: 128,
  /** A dot and 64 more. */
  format: 65,
  sha256: 64,
  contentType: 200,
  fileName: 200,
  /** In hex; base64 is shorter. */
  sha512: 128,
  sha1: 40,
  build: 64,
  system: 32,
  installerArguments: 500,
  signatureBytes: 32 * 1024,
  notesBytes: 64 * 1024,
  /** The date parser passes over comments of any length; whoever writes one this long means no date. */
  dateTime: 1024,
  /** Of a withdrawal, a pause, a milestone or a verdict. */
  reason: 500,
  steps: 50,
  /** A year. */
  stepHours: 8_784,
  cohorts: 64,
  outcomes: 1_000_000,
  batch: 128,
  reportCode: 64,
  fleetSize: 10_000_000_000,
  cursor: 500,
  /** Of an audit entry: an id, or the name of a channel or domain. */
  subject: 254,
  uploadId: 1024,
  etag: 200,
  /** As many as a release may have. */
  artifacts: 200,
  /** Of a release's `from`. */
  exceptVersions: 100,
  /** What S3 takes of one upload. */
  parts: 10_000,
} as const;
