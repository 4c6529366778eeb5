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
  description: '`github`, `gitlab`, or `oidc` for any other issuer that the operator pinned.',
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

const ofGithub = 'With the provider `github`: ';
const ofGitlab = 'With the provider `gitlab`: ';

const Issuer = Type.String({
  minLength: 1,
  maxLength: fieldBounds.issuer,
  description: 'Who signs the tokens: one that the operator pinned; the provider’s own service unless given.',
});
const Repository = Type.String({
  maxLength: fieldBounds.repository,
  pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$',
  description: `${ofGithub}\`owner/name\`.`,
});
const Workflow = Type.String({
  maxLength: fieldBounds.claim,
  pattern: '^[^/@*]+\\.ya?ml$',
  description: `${ofGithub}the name of its file in \`.github/workflows\`, as \`release.yml\`: the workflow that is started.`,
});
const Project = Type.String({
  maxLength: fieldBounds.claim,
  pattern: '^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+$',
  description: `${ofGitlab}\`group/name\`, with its subgroups.`,
});
const ConfigFile = Type.String({
  maxLength: fieldBounds.claim,
  pattern: '^[^@*]+$',
  description: `${ofGitlab}the path of the pipeline’s file, as \`.gitlab-ci.yml\`.`,
});
const RefType = Type.Enum(['branch', 'tag'] as const);
const Ref = Type.String({
  minLength: 1,
  maxLength: fieldBounds.claim,
  description:
    'The branch or tag; `*` stands for any characters but `/`, 4 times at most. `refs/tags/v*` with `github`, `v*` with `gitlab`.',
});
const Environment = Type.String({
  minLength: 1,
  maxLength: fieldBounds.claim,
  description: 'The environment of the job.',
});
const Id = Type.String({
  pattern: '^[0-9]{1,32}$',
  description: 'The number of it; pinned at the first exchange unless given.',
});
const TtlSeconds = Type.Integer({
  minimum: 300,
  maximum: 3600,
  description: 'How long a key lives: 300–3600, 1800 unless given.',
});
const Name = Type.String({ minLength: 1, maxLength: fieldBounds.keyName, description: 'A name for people.' });
const Patterns = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_.:/-]{1,128}$' }),
  Type.String({ minLength: 1, maxLength: fieldBounds.claim }),
  {
    maxProperties: fieldBounds.claims,
    additionalProperties: false,
    description: `What the token must say, by claim, at least \`sub\`; \`*\` stands for any characters, 4 times at most, and not at the start of \`sub\`. At most ${fieldBounds.claims}.`,
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
        description: 'Ids that tokens must hold, by claim; null until the first exchange.',
      }),
    ),
    createdAt: Instant,
    lastUsedAt: Nullable(Instant),
    warnings: Type.Optional(Type.Array(Warning, { description: 'Where there are any: `any-branch`.' })),
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
        description: 'What its keys may do; `publish` and `read` unless given, never `manage`.',
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
      description:
        'The token that the pipeline’s service signed, for the origin of this service: at most 16 KiB.',
    }),
    app: Slug,
  },
  { additionalProperties: false, examples: [exampleExchange] },
);
export type Exchange = Static<typeof Exchange>;
