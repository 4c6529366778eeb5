import type { FastifyReply, FastifyRequest } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { redactSecrets } from '../../domain/model/redact.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { clientIpOf } from '../client/client-ip.ts';
import type { IsTrustedProxy, Sites } from '../hosts/sites.ts';
import type { AdmittedRequest } from '../routing/admission.ts';

/*
 * Log entries identify a request, its app and its sender. Queries and bodies may contain secrets and are left out.
 * Client input is truncated, and JSON encoding prevents log injection.
 */

export interface RequestLogEntry {
  method: string | undefined;
  url: string;
  host: string;
  client: string;
  status: number;
  app?: string | undefined;
  /** The key's ID or `admin`, also if the key lacks access. */
  key?: string | undefined;
  ms?: number;
}

const pathOf = (url = ''): string =>
  redactSecrets((url.split('?', 1)[0] ?? '').slice(0, bounds.loggedPathLength));

const appOf = (admitted: AdmittedRequest | undefined): string | undefined => {
  // The admin may name an app that doesn't exist, so redact the name.
  if (admitted?.kind === 'app')
    return redactSecrets(admitted.context.caller.app.slice(0, bounds.loggedNameLength));
  return admitted?.kind === 'site' ? admitted.context.site.app.slug : undefined;
};

export const createRequestLog = ({
  sites,
  isTrustedProxy,
}: {
  sites: Sites;
  isTrustedProxy: IsTrustedProxy | undefined;
}) => {
  const lineOf = (request: PlainRequest, status: number): RequestLogEntry => ({
    method: request.method,
    url: pathOf(request.url),
    host: redactSecrets(sites.requestedHost(request).slice(0, bounds.loggedNameLength)),
    client: clientIpOf(request, isTrustedProxy),
    status,
  });

  return {
    /** For requests answered below the framework. */
    forFastPath: (request: PlainRequest, status: number, app: string | undefined): RequestLogEntry => ({
      ...lineOf(request, status),
      app,
    }),
    forFramework: (request: FastifyRequest, reply: FastifyReply): RequestLogEntry => ({
      ...lineOf(request.raw, reply.raw.statusCode),
      app: appOf(request.admitted),
      key: request.keyName,
      ms: Math.round(reply.elapsedTime),
    }),
  };
};
export type RequestLog = ReturnType<typeof createRequestLog>;
