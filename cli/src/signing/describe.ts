import type { SigningKey } from '@slipway/api';
import { formatInstant, formatTable } from '../terminal/format.ts';
import { oneLine } from '../terminal/plain-text.ts';

export const trustedSince = ({ fromVersion }: SigningKey): string =>
  fromVersion === null ? 'all versions' : fromVersion;

export const signingKeysTable = (keys: readonly SigningKey[]): string =>
  formatTable(
    ['ID', 'key', 'kind', 'name', 'first version', 'state'],
    keys.map((key) => [
      key.id,
      key.keyId,
      key.kind,
      oneLine(key.name),
      trustedSince(key),
      key.state === 'active' ? 'active' : `retired ${formatInstant(key.retiredAt)}`,
    ]),
  );
