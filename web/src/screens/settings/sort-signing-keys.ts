import type { SigningKey } from '@slipway/api';

/** Sorts keys in use first, then the newest. */
export const sortSigningKeys = (keys: readonly SigningKey[]): SigningKey[] =>
  [...keys].sort((a, b) =>
    a.state === b.state ? b.createdAt.localeCompare(a.createdAt) : a.state === 'active' ? -1 : 1,
  );
