import type { IncomingMessage } from 'node:http';
import type { Hosts } from '../../domain/model/host.ts';
import { parseHost } from '../../domain/model/host.ts';
import type { Sites } from '../hosts/sites.ts';

/*
 * The session cookie and its CSRF protection.
 *
 * SameSite=Strict doesn't stop an app's host, which is the same site but runs code that isn't ours. So the cookie
 * counts only with a custom header, which forces a CORS preflight that we never allow, and only if Sec-Fetch-Site and
 * Origin, when present, name our own pages. A sibling host may also set cookies for us: it can't use the `__Host-`
 * prefix (RFC 6265bis 4.1.3.2), and over plain http we reject duplicate names.
 */

/** The cookie is ignored without this header (CSRF protection). */
export const sessionHeader = 'x-slipway-session';

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

  /** Whether an origin is a page of ours, under any host name of the dashboard. */
  const isOwn = (origin: string): boolean => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    const host = parseHost(url.host);
    return (
      url.protocol === protocol && url.port === port && host !== undefined && needs.hosts.isDashboard(host)
    );
  };

  /** True unless Sec-Fetch-Site or Origin names a foreign page. */
  const isFromOwnPage = ({ headers }: CookieRequest): boolean => {
    const { 'sec-fetch-site': site, origin } = headers;
    return (site === undefined || site === 'same-origin') && (origin === undefined || isOwn(origin));
  };

  return {
    isFromOwnPage,

    /** The session secret, if the request passes the CSRF checks. */
    find: (request: IncomingMessage): string | undefined => {
      if (request.headers[sessionHeader] !== '1' || !isFromOwnPage(request)) return undefined;
      const values = valuesOf(request, name);
      return values.length === 1 && needs.sites.isDashboard(request) ? values[0] : undefined;
    },

    /** Without `keptSeconds` the cookie ends with the browser session. */
    set: (secret: string, keptSeconds: number | undefined): string =>
      `${name}=${secret}; ${attributes}${keptSeconds === undefined ? '' : `; Max-Age=${keptSeconds}`}`,

    clear: (): string => `${name}=; ${attributes}; Max-Age=0`,
  };
};
export type SessionCookie = ReturnType<typeof createSessionCookie>;
