/** Maximum length of each request field, in characters unless the name says bytes. The schemas use these values. */
export const fieldBounds = {
  slug: 63,
  appName: 200,
  adapter: 64,
  channel: 64,
  domain: 254,
  keyName: 200,
  issuer: 512,
  repository: 200,
  /** Any claim of a trusted publisher: a workflow, a project, a ref, an environment, or a pattern. */
  claim: 255,
  claims: 16,
  /** The OIDC token of a pipeline. */
  token: 16 * 1024,
  publicKey: 4096,
  version: 128,
  target: 128,
  /** A dot and 64 more characters. */
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
  /** The date parser skips comments of any length; no real date is this long. */
  dateTime: 1024,
  /** The reason for a withdrawal, a pause, a milestone, or a verdict. */
  reason: 500,
  steps: 50,
  /** One year. */
  stepHours: 8_784,
  cohorts: 64,
  outcomes: 1_000_000,
  batch: 128,
  reportCode: 64,
  fleetSize: 10_000_000_000,
  cursor: 500,
  /** The subject of an audit entry: an ID, or the name of a channel or domain. */
  subject: 254,
  uploadId: 1024,
  etag: 200,
  /** The most artifacts that a release may have. */
  artifacts: 200,
  /** The versions that a release's `from` may exclude. */
  exceptVersions: 100,
  /** The S3 limit for one upload. */
  parts: 10_000,
} as const;
