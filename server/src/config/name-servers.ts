import { isIP } from 'node:net';

const maxPort = 65535;

/** Parses name server addresses with optional ports; returns the reason if invalid. */
export const parseNameServers = (text: string): string[] | string => {
  const listed = text.split(',').map((entry) => entry.trim());
  const named = listed.filter((entry) => entry !== '');
  for (const entry of named) {
    const [, six, four, port = '53'] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
    const isFine = isIP(entry) !== 0 || isIP(six ?? '') === 6 || isIP(four ?? '') === 4;
    if (!isFine || Number(port) > maxPort)
      return `must list addresses as 9.9.9.9 or [2620:fe::fe]:53, not "${entry}"`;
  }
  return named;
};
