import type { IncomingMessage } from 'node:http';
import type { Hosts } from '../../domain/model/host.ts';
import type { Sites } from '../hosts/sites.ts';
import { createCsrfCheck } from './csrf.ts';

/*
 * The session cookie. A sibling host may set cookies for us: it can't use the `__Host-` prefix (RFC 6265bis 4.1.3.2),
 * and over plain http we reject duplicate names.
 */

type CookieRequest = Pick<IncomingMessage, 'headers'>;

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';

/**
 * Trims only spaces and tabs. `trim` also strips the byte A0: a sibling host could set a cookie with A0 before
 * `__Host-`, which browsers allow because the name doesn't begin with the prefix.
 */
const trimBlanks = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text[from])) from++;
  // A loop, because `/[ \t]+$/` is quadratic: a 15 kB header of blanks would block the main thread.
  while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
};

const valuesOf = ({ headers }: CookieRequest, name: string): string[] =>
  (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=');
    return trimBlanks(key) === name ? [trimBlanks(value.join('='))] : [];
  });

export const createSessionCookie = (needs: {
  baseUrl: string;
  hosts: Pick<Hosts, 'isDashboard'>;
  sites: Pick<Sites, 'isDashboard'>;
}) => {
  const { protocol, port } = new URL(needs.baseUrl);
  const isSecure = protocol === 'https:';
  // Cookies ignore ports, so the name has the port: two servers on one machine must not share it.
  const name = isSecure ? '__Host-slipway' : `slipway-${port === '' ? '80' : port}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

  const csrf = createCsrfCheck(needs.baseUrl, needs.hosts);

  return {
    isFromOwnPage: csrf.isFromOwnPage,

    /** The session secret, if the request passes the CSRF checks. */
    find: (request: IncomingMessage): string | undefined => {
      if (!csrf.passes(request)) return undefined;
      const values = valuesOf(request, name);
      return values.length === 1 && needs.sites.isDashboard(request) ? values[0] : undefined;
    },

    /** Without `maxAgeSeconds` the cookie ends with the browser session. */
    set: (secret: string, maxAgeSeconds: number | undefined): string =>
      `${name}=${secret}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`,

    clear: (): string => `${name}=; ${attributes}; Max-Age=0`,
  };
};
export type SessionCookie = ReturnType<typeof createSessionCookie>;
