import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { exampleApp, exampleAppChange, exampleAppCreation } from './example.ts';
import { Instant, Nullable, Omittable, Slug } from './field.ts';
import { Warning } from './warning.ts';

export const AppName = Type.String({
  minLength: 1,
  maxLength: fieldBounds.appName,
  description: 'Display name.',
});
/** The schema accepts any text; the server decides whether an adapter with this ID exists. */
export const AdapterId = Type.String({
  minLength: 1,
  maxLength: fieldBounds.adapter,
  description: '`tauri`, `rest`, `squirrel` or `cargo-packager`.',
});
export const AllowanceBytes = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Bytes that clients can download per UTC month; null means unlimited.',
  }),
);

export const Extras = Type.Boolean({
  description:
    'Adds `slipway: {critical, minimumVersion}` to check responses. Adapters `tauri` and `rest` only.',
});
export const CheckCaching = Type.Enum(['public', 'private'] as const, {
  description:
    '`private` keeps check responses and feed documents out of caches, so that each request is counted.',
});

export const Publishing = Type.Enum(['any', 'trusted'] as const, {
  description: '`trusted`: only keys of trusted publishers and the admin key can publish.',
});
export const Signatures = Type.Enum(['off', 'warn', 'require'] as const, {
  description:
    'Signature checks with the app’s signing keys. `warn` reports failures; `require` rejects the release and needs an active key.',
});
export const SignedVersion = Type.Enum(['warn', 'require'] as const, {
  description: 'Whether signatures must name the version they were made for.',
});

export const DownloadPage = Type.Boolean({
  description: 'Whether the app’s host has a download page at `/`.',
});

export const Delivery = Type.Enum(['metered', 'cached', 'redirect'] as const, {
  description:
    '`metered`: the server sends and counts every byte. `cached`: caches may keep files for a year. `redirect`: clients download from signed S3 URLs. `cached` and `redirect` mark usage as `partial`.',
});

/** The server sends this in the `Slipway-Revision` header after a change that clients can see. */
export const Revision = Type.Integer({
  minimum: 0,
  description: 'Increases with every change that clients can see.',
});

export const App = Type.Object(
  {
    slug: Slug,
    publicSlug: Slug,
    name: Type.String(),
    adapter: Type.String(),
    allowanceBytes: AllowanceBytes,
    extras: Extras,
    checkCaching: CheckCaching,
    publishing: Publishing,
    signatures: Signatures,
    signedVersion: SignedVersion,
    page: DownloadPage,
    delivery: Delivery,
    publicUrl: Type.String({ description: 'The app’s public base URL.' }),
    createdAt: Instant,
    revision: Revision,
    warnings: Type.Optional(
      Type.Array(Warning, {
        description:
          'Set after a change of `delivery` or `adapter`: what it gives up, and files its clients would reject.',
      }),
    ),
  },
  { $id: 'App', examples: [exampleApp] },
);
export type App = Static<typeof App>;

export const AppCreation = Type.Object(
  {
    slug: Slug,
    publicSlug: Omittable(Slug),
    name: Omittable(AppName),
    adapter: Omittable(AdapterId),
    allowanceBytes: Type.Optional(AllowanceBytes),
  },
  { additionalProperties: false, examples: [exampleAppCreation] },
);
export type AppCreation = Static<typeof AppCreation>;

export const AppChange = Type.Object(
  {
    name: Omittable(AppName),
    adapter: Omittable(AdapterId),
    allowanceBytes: Type.Optional(AllowanceBytes),
    extras: Omittable(Extras),
    checkCaching: Omittable(CheckCaching),
    publishing: Omittable(Publishing),
    signatures: Omittable(Signatures),
    signedVersion: Omittable(SignedVersion),
    page: Omittable(DownloadPage),
    delivery: Omittable(Delivery),
  },
  { additionalProperties: false, minProperties: 1, examples: [exampleAppChange] },
);
export type AppChange = Static<typeof AppChange>;
