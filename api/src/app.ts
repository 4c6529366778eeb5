import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { exampleApp, exampleAppChange, exampleAppCreation } from './example.ts';
import { Instant, Nullable, Omittable, Slug } from './field.ts';
import { Warning } from './warning.ts';

export const AppName = Type.String({
  minLength: 1,
  maxLength: fieldBounds.appName,
  description: 'A name for people.',
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
    description: 'Bytes that may be downloaded in a UTC month; null is unlimited.',
  }),
);

export const Extras = Type.Boolean({
  description:
    'Whether answers to checks have a member `slipway: {critical, minimumVersion}`, with the adapters `tauri` and `rest`.',
});
export const CheckCaching = Type.Enum(['public', 'private'] as const, {
  description:
    '`private` keeps answers to checks, and documents of feeds, out of every cache on the way, so that each is counted.',
});

export const Publishing = Type.Enum(['any', 'trusted'] as const, {
  description: '`trusted` lets no key publish but those of trusted publishers, and the admin key.',
});
export const Signatures = Type.Enum(['off', 'warn', 'require'] as const, {
  description:
    'Whether the signatures of what is published are judged by the app’s signing keys, and whether a release that fails is refused.',
});
export const SignedVersion = Type.Enum(['warn', 'require'] as const, {
  description: 'Whether a signature must name the version that it was made for.',
});

export const DownloadPage = Type.Boolean({
  description: 'Whether the app’s own host has a download page for people, at `/`.',
});

export const Delivery = Type.Enum(['metered', 'cached', 'redirect'] as const, {
  description:
    '`metered`: bytes come from the service, which counts each. `cached`: caches on the way may keep them for a year. `redirect`: clients are sent to signed addresses in S3. With the last two usage is marked `partial`.',
});

/** The server sends this in the `Slipway-Revision` header after a change that clients can see. */
export const Revision = Type.Integer({
  minimum: 0,
  description: 'Grows with every change that the public sees.',
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
    publicUrl: Type.String({ description: 'The {public_base_url} of this app.' }),
    createdAt: Instant,
    revision: Revision,
    warnings: Type.Optional(
      Type.Array(Warning, {
        description:
          'In the answer to a change: what another `delivery` gives up, and which files the clients of another `adapter` would refuse.',
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
