/**
 * Limits of request fields, used by the schemas. `npm run docs` writes each with its comment to
 * docs/reference/limits.md.
 */
export const fieldBounds = {
  /** Characters of a slug. */
  slug: 63,
  /** Characters of an app's name. */
  appName: 200,
  /** Characters of an adapter's ID. */
  adapter: 64,
  /** Characters of a channel's name. */
  channel: 64,
  /** Characters of a domain. */
  domain: 254,
  /** Characters of a key's name. */
  keyName: 200,
  /** Characters of an OIDC issuer's URL. */
  issuer: 512,
  /** Characters of a repository's name. */
  repository: 200,
  /** Characters of a trusted publisher's claim: a workflow, project, ref, environment, or pattern. */
  claim: 255,
  /** Claims of a trusted publisher. */
  claims: 16,
  /** Characters of an OIDC token. */
  token: 16 * 1024,
  /** Characters of a public signing key. */
  publicKey: 4096,
  /** Characters of a version. */
  version: 128,
  /** Characters of a target. */
  target: 128,
  /** Characters of a file format, including its dot. */
  format: 65,
  /** Characters of a SHA-256. */
  sha256: 64,
  /** Characters of a content type. */
  contentType: 200,
  /** Characters of a file name. */
  fileName: 200,
  /** Characters of a SHA-512, in hex or base64. */
  sha512: 128,
  /** Characters of a SHA-1. */
  sha1: 40,
  /** Characters of a build number. */
  build: 64,
  /** Characters of a minimum system version. */
  system: 32,
  /** Characters of an installer's arguments. */
  installerArguments: 500,
  /** Size of a signature. */
  signatureBytes: 32 * 1024,
  /** Size of release notes. */
  notesBytes: 64 * 1024,
  /** Characters of a date. */
  dateTime: 1024,
  /** Characters of the reason for a withdrawal, a pause, a milestone, or a health report. */
  reason: 500,
  /** Steps of a rollout. */
  steps: 50,
  /** Hours of a rollout step: one year. */
  stepHours: 8_784,
  /** Cohorts of a rollout. */
  cohorts: 64,
  /** Outcomes in one health report. */
  outcomes: 1_000_000,
  /** Characters of a health report's batch ID. */
  batch: 128,
  /** Characters of an error code in a client report. */
  reportCode: 64,
  /** Fleet size given for a rollout. */
  fleetSize: 10_000_000_000,
  /** Characters of a pagination cursor. */
  cursor: 500,
  /** Characters of an audit entry's subject, as a filter. */
  subject: 254,
  /** Characters of a multipart upload's ID. */
  uploadId: 1024,
  /** Characters of an uploaded part's ETag. */
  etag: 200,
  /** Files of a release. */
  artifacts: 200,
  /** Versions that a release's `from` excludes. */
  exceptVersions: 100,
  /** Parts of a multipart upload (the S3 limit). */
  parts: 10_000,
} as const;
