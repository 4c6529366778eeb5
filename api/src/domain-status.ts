import { type Static, Type } from 'typebox';
import { Instant, Nullable } from './field.ts';

export const DomainVerdict = Type.Enum(['good', 'doubtful', 'bad', 'skipped'] as const);
export type DomainVerdict = Static<typeof DomainVerdict>;

const findingFields = {
  verdict: DomainVerdict,
  detail: Type.String({ description: 'What was seen, in a sentence or two.' }),
  remedy: Nullable(Type.String({ description: 'What to do about it, in one sentence.' })),
};

export const exampleDomainStatus = {
  domain: 'updates.example.com',
  checkedAt: '2026-03-14T09:30:00.000Z',
  dns: {
    state: 'here',
    verdict: 'good',
    detail: 'It leads to 203.0.113.7, as hello.example.com does.',
    remedy: null,
    cname: 'hello.example.com',
    addresses: ['203.0.113.7'],
  },
  answers: {
    state: 'here',
    verdict: 'good',
    detail: 'This service answers at https://updates.example.com.',
    remedy: null,
    url: 'https://updates.example.com',
  },
  certificate: {
    state: 'ending',
    verdict: 'doubtful',
    detail: 'Issued by Example Trust, it ends on 2026-03-23, in 9 days.',
    remedy:
      'See why the proxy did not renew it, which is usually done 30 days before the end; its log says so.',
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
        description: 'Public ones and those of this service; others are not shown.',
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
      url: Type.String({ description: 'Where clients ask on this domain.' }),
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
      daysLeft: Nullable(Type.Integer({ description: 'Whole days until it ends; negative once it has.' })),
    }),
  },
  { $id: 'DomainStatus', examples: [exampleDomainStatus] },
);
export type DomainStatus = Static<typeof DomainStatus>;
