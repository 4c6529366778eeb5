import { Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { targetDescription, targetPattern, versionDescription, versionPattern } from './pattern.ts';

/*
 * Shared fields, each with its rule from the specification (2.3, 2.4, 8). `x-maxBytes` and `x-dateTime` are custom
 * keywords: JSON Schema counts characters and knows only RFC 3339, but the contract counts UTF-8 bytes and accepts
 * anything that the ECMAScript date parser accepts.
 */

const dnsLabel = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$';

export const Slug = Type.String({
  maxLength: fieldBounds.slug,
  pattern: dnsLabel,
  description: 'A DNS label: 1–63 characters of a-z, 0-9 and inner hyphens.',
});

export const ChannelName = Type.String({
  maxLength: fieldBounds.channel,
  pattern: '^(?!(v1|download|\\.\\.?)$)[A-Za-z0-9._-]{1,64}$',
  description: '1–64 letters, digits, dots, underscores and hyphens; not `v1`, `download`, `.` or `..`.',
});

export const Version = Type.String({
  maxLength: fieldBounds.version,
  pattern: versionPattern,
  description: versionDescription,
});

export const Target = Type.String({
  maxLength: fieldBounds.target,
  pattern: targetPattern,
  description: targetDescription,
});

export const Notes = Type.String({
  'x-maxBytes': fieldBounds.notesBytes,
  description: 'Release notes, at most 64 KiB.',
});

/** Shown in the audit log. */
export const Reason = Type.String({
  minLength: 1,
  maxLength: fieldBounds.reason,
  pattern: '\\S',
  description: 'Reason, shown in the audit log: 1–500 characters, not only white space.',
});

/** A timestamp in responses of the publishing API: RFC 3339 in UTC. */
export const Instant = Type.String({ description: 'RFC 3339 date-time in UTC.' });

/** A timestamp in requests: anything that the ECMAScript date parser accepts, in UTC if it has no time zone. */
export const DateTimeInput = Type.String({
  maxLength: fieldBounds.dateTime,
  'x-dateTime': true,
  description: 'A date-time in the years 0001–9999; UTC if it has no time zone.',
});

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Clamped to 1–100.',
});

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** An optional field. Null means the same in a POST, and unsets the field in a PATCH. */
export const Omittable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Nullable(schema));

/** Normalizes a request's date-time; undefined if it is invalid or out of range. */
export const parseDateTime = (text: string): string | undefined => {
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at.toISOString() : undefined;
};
