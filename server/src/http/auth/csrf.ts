import type { IncomingMessage } from 'node:http';
import type { Hosts } from '../../domain/model/host.ts';
import { parseHost } from '../../domain/model/host.ts';

/*
 * The CSRF defense of the session cookie.
 *
 * SameSite=Strict doesn't stop an app's host, which is the same site but runs code that isn't ours. So the cookie
 * counts only with a custom header, which forces a CORS preflight that we never allow, and only if Sec-Fetch-Site and
 * Origin, when present, name our own pages.
 */

/** The cookie is ignored without this header. */
const sessionHeader = 'x-slipway-session';

type CsrfRequest = Pick<IncomingMessage, 'headers'>;

export const createCsrfCheck = (baseUrl: string, hosts: Pick<Hosts, 'isDashboard'>) => {
  const { protocol, port } = new URL(baseUrl);

  /** Whether an origin is a page of ours, under any host name of the dashboard. */
  const isOwn = (origin: string): boolean => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    const host = parseHost(url.host);
    return url.protocol === protocol && url.port === port && host !== undefined && hosts.isDashboard(host);
  };

  /** True unless Sec-Fetch-Site or Origin names a foreign page. */
  const isFromOwnPage = ({ headers }: CsrfRequest): boolean => {
    const { 'sec-fetch-site': site, origin } = headers;
    return (site === undefined || site === 'same-origin') && (origin === undefined || isOwn(origin));
  };

  return {
    isFromOwnPage,
    /** Whether a request may use the cookie. */
    passes: (request: CsrfRequest): boolean =>
      request.headers[sessionHeader] === '1' && isFromOwnPage(request),
  };
};
