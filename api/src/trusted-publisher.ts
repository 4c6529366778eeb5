import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import {
  exampleExchange,
  exampleProvenance,
  exampleTrustedPublisher,
  exampleTrustedPublisherCreation,
} from './example-trust.ts';
import { Instant, Nullable, Omittable, Slug } from './field.ts';
import { Scope, scopes } from './scope.ts';
import { Warning } from './warning.ts';

/* Pipelines publish without a secret: they exchange the OIDC token of their CI provider for a key. */

export const providers = ['github', 'gitlab', 'oidc'] as const;
export const Provider = Type.Enum(providers, {
  description: '`github`, `gitlab`, or `oidc` for another issuer that the operator configured.',
});
export type Provider = (typeof providers)[number];

const maybe = Nullable(Type.String());

/** The stored claims of a pipeline's token. */
export const Via = Type.Object(
  {
    provider: Provider,
    repository: maybe,
    ref: maybe,
    sha: maybe,
    runId: maybe,
    workflow: maybe,
    environment: maybe,
    actor: maybe,
  },
  { $id: 'Via', examples: [exampleProvenance] },
);
export type Via = Static<typeof Via>;

const ofGithub = 'Only with `github`: ';
const ofGitlab = 'Only with `gitlab`: ';

const Issuer = Type.String({
  minLength: 1,
  maxLength: fieldBounds.issuer,
  description: 'Token issuer, one that the operator configured. Default: the provider’s own.',
});
const Repository = Type.String({
  maxLength: fieldBounds.repository,
  pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$',
  description: `${ofGithub}\`owner/name\`.`,
});
const Workflow = Type.String({
  maxLength: fieldBounds.claim,
  pattern: '^[^/@*]+\\.ya?ml$',
  description: `${ofGithub}the started workflow’s file in \`.github/workflows\`, for example \`release.yml\`.`,
});
const Project = Type.String({
  maxLength: fieldBounds.claim,
  pattern: '^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+$',
  description: `${ofGitlab}\`group/name\`, with subgroups.`,
});
const ConfigFile = Type.String({
  maxLength: fieldBounds.claim,
  pattern: '^[^@*]+$',
  description: `${ofGitlab}the path of the CI file, for example \`.gitlab-ci.yml\`.`,
});
const RefType = Type.Enum(['branch', 'tag'] as const);
const Ref = Type.String({
  minLength: 1,
  maxLength: fieldBounds.claim,
  description:
    'Branch or tag. `*` matches any characters except `/`, at most 4 times. For example `refs/tags/v*` (`github`) or `v*` (`gitlab`).',
});
const Environment = Type.String({
  minLength: 1,
  maxLength: fieldBounds.claim,
  description: 'Environment of the CI job.',
});
const Id = Type.String({
  pattern: '^[0-9]{1,32}$',
  description: 'Numeric ID. Default: pinned at the first exchange.',
});
const TtlSeconds = Type.Integer({
  minimum: 300,
  maximum: 3600,
  description: 'Lifetime of a key: 300–3600 seconds (default: 1800).',
});
const Name = Type.String({ minLength: 1, maxLength: fieldBounds.keyName, description: 'Display name.' });
const Patterns = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_.:/-]{1,128}$' }),
  Type.String({ minLength: 1, maxLength: fieldBounds.claim }),
  {
    maxProperties: fieldBounds.claims,
    additionalProperties: false,
    description: `Required token claims, including \`sub\`; at most ${fieldBounds.claims}. \`*\` matches any characters, at most 4 times, and can’t start \`sub\`.`,
  },
);

export const TrustedPublisher = Type.Object(
  {
    id: Type.String(),
    provider: Provider,
    issuer: Type.String(),
    name: Type.String(),
    repository: Type.Optional(Type.String()),
    workflow: Type.Optional(Type.String()),
    project: Type.Optional(Type.String()),
    configFile: Type.Optional(maybe),
    ref: Type.Optional(maybe),
    refType: Type.Optional(Nullable(RefType)),
    refProtected: Type.Optional(Nullable(Type.Boolean())),
    environment: Type.Optional(maybe),
    claims: Type.Optional(Type.Record(Type.String(), Type.String())),
    scopes: Type.Array(Scope),
    ttlSeconds: Type.Integer(),
    pinned: Nullable(
      Type.Record(Type.String(), Type.String(), {
        description: 'IDs that tokens must contain, by claim; null until the first exchange.',
      }),
    ),
    createdAt: Instant,
    lastUsedAt: Nullable(Instant),
    warnings: Type.Optional(Type.Array(Warning, { description: 'Set if there are any: `any-branch`.' })),
  },
  { $id: 'TrustedPublisher', examples: [exampleTrustedPublisher] },
);
export type TrustedPublisher = Static<typeof TrustedPublisher>;

export const TrustedPublisherCreation = Type.Object(
  {
    provider: Provider,
    repository: Omittable(Repository),
    workflow: Omittable(Workflow),
    environment: Omittable(Environment),
    ref: Omittable(Ref),
    repositoryId: Omittable(Id),
    repositoryOwnerId: Omittable(Id),
    project: Omittable(Project),
    configFile: Omittable(ConfigFile),
    refType: Omittable(RefType),
    refProtected: Omittable(Type.Boolean({ description: `${ofGitlab}whether the ref must be protected.` })),
    projectId: Omittable(Id),
    namespaceId: Omittable(Id),
    issuer: Omittable(Issuer),
    claims: Omittable(Patterns),
    name: Omittable(Name),
    scopes: Omittable(
      Type.Array(Scope, {
        minItems: 1,
        maxItems: scopes.length,
        uniqueItems: true,
        description: 'Scopes of its keys, never `manage`. Default: `publish` and `read`.',
      }),
    ),
    ttlSeconds: Omittable(TtlSeconds),
  },
  { additionalProperties: false, examples: [exampleTrustedPublisherCreation] },
);
export type TrustedPublisherCreation = Static<typeof TrustedPublisherCreation>;

/** Exchanges a token for a key. */
export const Exchange = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: fieldBounds.token,
      description: 'The CI provider’s token, with this server’s origin as its audience; at most 16 KiB.',
    }),
    app: Slug,
  },
  { additionalProperties: false, examples: [exampleExchange] },
);
export type Exchange = Static<typeof Exchange>;
