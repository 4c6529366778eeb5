import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { exampleDomain } from './example.ts';
import { Instant } from './field.ts';

export const DomainName = Type.String({
  maxLength: fieldBounds.domain,
  pattern:
    '^(?=.{1,253}\\.?$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.?$',
  description: 'A host name with at least two labels.',
});

export const Domain = Type.Object(
  { domain: Type.String(), createdAt: Instant },
  { $id: 'Domain', examples: [exampleDomain] },
);
export type Domain = Static<typeof Domain>;

export const DomainCreation = Type.Object(
  { domain: DomainName },
  { additionalProperties: false, examples: [{ domain: exampleDomain.domain }] },
);
export type DomainCreation = Static<typeof DomainCreation>;
