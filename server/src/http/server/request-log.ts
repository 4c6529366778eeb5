import type { FastifyReply, FastifyRequest } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { redactSecrets } from '../../domain/model/redact.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { clientIpOf } from '../client/client-ip.ts';
import type { IsTrustedProxy, Sites } from '../hosts/sites.ts';
import type { AdmittedRequest } from '../routing/admission.ts';

/*
 * What the log says of a request: enough to find it, the app that it was for, and who sent it. Queries and bodies may
 * hold secrets and are left out; what a client wrote is cut, and stands in JSON, where it cannot begin a line of its own.
 */

export interface RequestLogEntry {
  method: string | undefined;
  url: string;
  host: string;
  client: string;
  status: number;
  /** The app's slug, where there is one. */
  app?: string | undefined;
  /** The id of the key, or `admin`; also of a key that was refused for its scopes. */
  key?: string | undefined;
  ms?: number;
}

const pathOf = (url = ''): string =>
  redactSecrets((url.split('?', 1)[0] ?? '').slice(0, bounds.loggedPathLength));

const appOf = (admitted: AdmittedRequest | undefined): string | undefined => {
  // The admin may name an app that is not there.
  if (admitted?.kind === 'app')
    return redactSecrets(admitted.given.caller.app.slice(0, bounds.loggedNameLength));
  return admitted?.kind === 'site' ? admitted.given.site.app.slug : undefined;
};

export const createRequestLog = ({ sites, trusts }: { sites: Sites; trusts: IsTrustedProxy | undefined }) => {
  const lineOf = (request: PlainRequest, status: number): RequestLogEntry => ({
    method: request.method,
    url: pathOf(request.url),
    host: redactSecrets(sites.asked(request).slice(0, bounds.loggedNameLength)),
    client: clientIpOf(request, trusts),
    status,
  });

  return {
    /** Of a request that was answered below the framework. */
    quick: (request: PlainRequest, status: number, app: string): RequestLogEntry => ({
      ...lineOf(request, status),
      app,
    }),
    /** Of any other. */
    whole: (request: FastifyRequest, reply: FastifyReply): RequestLogEntry => ({
      ...lineOf(request.raw, reply.raw.statusCode),
      app: appOf(request.admitted),
      key: request.keyName,
      ms: Math.round(reply.elapsedTime),
    }),
  };
};
export type RequestLog = ReturnType<typeof createRequestLog>;
