import type { IncomingMessage } from 'node:http';
import type { Hosts } from '../../domain/model/host.ts';
import { parseHost } from '../../domain/model/host.ts';
import type { Sites } from '../hosts/sites.ts';

/*
 * The cookie of people who signed in, and when it counts.
 *
 * SameSite=Strict keeps other sites from sending it, but an app's host is the same site as ours, and what runs there is
 * not ours: its forms and its images would carry the cookie. So it counts only beside a header of our own, which makes a
 * browser ask first (CORS), and nobody is ever allowed; and, where a browser says where a request comes from, only from
 * our own pages. A sibling host may also plant a cookie of its own in our browser: a name that begins with `__Host-`
 * cannot be planted (RFC 6265bis 4.1.3.2), and where the address is plain http two of the same name are none.
 */

/** The header without which the cookie says nothing. */
export const sessionHeader = 'x-slipway-session';

type CookieRequest = Pick<IncomingMessage, 'headers'>;

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';

/**
 * A text without the spaces and tabs around it, and nothing else taken off: a name that begins with the byte A0, which
 * `trim` takes for a space, does not begin with `__Host-` for a browser, so that a sibling host may plant it.
 */
const trimBlanks = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text[from])) from++;
  // By hand: `/[ \t]+$/` tries anew at each blank, and a header of 15 kB of them would hold the main thread.
  while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
};

/** Every value that a request has under the name of a cookie. */
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
  // Cookies know no ports: two services of one machine must not take each other's.
  const name = isSecure ? '__Host-slipway' : `slipway-${port === '' ? '80' : port}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

  /** Whether an origin is that of our own pages, by whichever name of this machine they were opened. */
  const isOwn = (origin: string): boolean => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    const host = parseHost(url.host);
    return (
      url.protocol === protocol && url.port === port && host !== undefined && needs.hosts.isDashboard(host)
    );
  };

  /** Whether nothing says that a request comes from anyone's pages but ours. */
  const isFromOwnPage = ({ headers }: CookieRequest): boolean => {
    const { 'sec-fetch-site': site, origin } = headers;
    return (site === undefined || site === 'same-origin') && (origin === undefined || isOwn(origin));
  };

  return {
    isFromOwnPage,

    /** What a request holds of a session, where it counts. */
    find: (request: IncomingMessage): string | undefined => {
      if (request.headers[sessionHeader] !== '1' || !isFromOwnPage(request)) return undefined;
      const values = valuesOf(request, name);
      return values.length === 1 && needs.sites.isDashboard(request) ? values[0] : undefined;
    },

    /** Has a browser keep a session, for so long or until it is closed. */
    set: (secret: string, keptSeconds: number | undefined): string =>
      `${name}=${secret}; ${attributes}${keptSeconds === undefined ? '' : `; Max-Age=${keptSeconds}`}`,

    /** Has a browser forget it. */
    clear: (): string => `${name}=; ${attributes}; Max-Age=0`,
  };
};
export type SessionCookie = ReturnType<typeof createSessionCookie>;
