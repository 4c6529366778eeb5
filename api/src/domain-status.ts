import { type Static, Type } from 'typebox';
import { Instant, Nullable } from './field.ts';

export const DomainVerdict = Type.Enum(['good', 'doubtful', 'bad', 'skipped'] as const);
export type DomainVerdict = Static<typeof DomainVerdict>;

const findingFields = {
  verdict: DomainVerdict,
  detail: Type.String({ description: 'What was found.' }),
  remedy: Nullable(Type.String({ description: 'How to fix it.' })),
};

export const exampleDomainStatus = {
  domain: 'updates.example.com',
  checkedAt: '2026-03-14T09:30:00.000Z',
  dns: {
    state: 'here',
    verdict: 'good',
    detail: 'It points to 203.0.113.7, like hello.example.com.',
    remedy: null,
    cname: 'hello.example.com',
    addresses: ['203.0.113.7'],
  },
  answers: {
    state: 'here',
    verdict: 'good',
    detail: 'This server responds at https://updates.example.com.',
    remedy: null,
    url: 'https://updates.example.com',
  },
  certificate: {
    state: 'ending',
    verdict: 'doubtful',
    detail: 'Issued by Example Trust; expires on 2026-03-23, in 9 days.',
    remedy: 'Check the proxy’s log: it should renew about 30 days before expiry.',
    issuer: 'Example Trust',
    notAfter: '2026-03-23T09:30:00.000Z',
    daysLeft: 9,
  },
};

/** Each step of a request to an app's own domain. Fix the first bad one. */
export const DomainStatus = Type.Object(
  {
    domain: Type.String(),
    checkedAt: Instant,
    dns: Type.Object({
      state: Type.Enum(['here', 'elsewhere', 'private', 'missing', 'unknown'] as const),
      ...findingFields,
      cname: Nullable(Type.String()),
      addresses: Type.Array(Type.String(), {
        description: 'Public addresses and this server’s own; others are omitted.',
      }),
    }),
    answers: Type.Object({
      state: Type.Enum([
        'here',
        'other-host',
        'other-service',
        'redirect',
        'unreachable',
        'not-asked',
      ] as const),
      ...findingFields,
      url: Type.String({ description: 'URL that clients use on this domain.' }),
    }),
    certificate: Type.Object({
      state: Type.Enum([
        'valid',
        'ending',
        'expired',
        'other-name',
        'untrusted',
        'missing',
        'not-asked',
        'not-used',
      ] as const),
      ...findingFields,
      issuer: Nullable(Type.String()),
      notAfter: Nullable(Instant),
      daysLeft: Nullable(Type.Integer({ description: 'Whole days until expiry; negative if expired.' })),
    }),
  },
  { $id: 'DomainStatus', examples: [exampleDomainStatus] },
);
export type DomainStatus = Static<typeof DomainStatus>;
