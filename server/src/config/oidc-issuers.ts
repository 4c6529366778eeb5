import { isAbsolute } from 'node:path';

/** A trusted issuer; its keys are fetched, or read from a file. */
export interface PinnedIssuer {
  issuer: string;
  file: string | undefined;
}

export const defaultIssuers = 'https://token.actions.githubusercontent.com,https://gitlab.com';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** The reason an issuer URL is invalid, as the end of a sentence about the variable; undefined if valid. */
const mistakeIn = (issuer: string): string | undefined => {
  const url = URL.parse(issuer);
  if (url === null || !/^https?:$/.test(url.protocol)) return `must list https addresses, not "${issuer}"`;
  if (url.protocol === 'http:' && !loopback.includes(url.hostname))
    return `must list https addresses; http is for this machine alone, not for "${url.host}"`;
  if (url.search !== '' || url.hash !== '') return `must list addresses without a query, not "${issuer}"`;
  return url.username === '' && url.password === '' ? undefined : 'must hold no credentials';
};

/** Parses a list of issuers; returns the reason if invalid. */
export const parseIssuers = (text: string): PinnedIssuer[] | string => {
  const pinned: PinnedIssuer[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [issuer = '', ...rest] = entry.split('=file:');
    const mistake = mistakeIn(issuer);
    if (mistake !== undefined) return mistake;
    const file = rest.length === 0 ? undefined : rest.join('=file:');
    if (file !== undefined && !isAbsolute(file))
      return `must name a file by its whole path, as ${issuer}=file:/etc/slipway/jwks.json`;
    if (pinned.some((one) => one.issuer === issuer)) return `must list each issuer once, not ${issuer} twice`;
    pinned.push({ issuer, file });
  }
  return pinned;
};
