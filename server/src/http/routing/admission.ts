import type { FastifyRequest } from 'fastify';
import { notFound } from '../../domain/model/errors.ts';
import type { RequiredAccess } from '../../domain/model/permissions.ts';
import type { Site } from '../../domain/model/site.ts';
import type { Actors } from '../auth/actors.ts';
import type { Sites } from '../hosts/sites.ts';
import { addressNotFound, type HttpRefusal } from '../response/problems.ts';
import type { AllowedMethods, HostKind } from './allowed-methods.ts';
import { type Access, type ConnectedRoute, isPublic, type RouteContext, type RouteKind } from './route.ts';

/*
 * Admits requests before reading the body. App hosts serve only public paths; the base host also serves public paths
 * that name their app. Admission yields the context that the route's kind passes to its handler.
 */

export type AdmittedRequest = { [K in RouteKind]: { kind: K; context: RouteContext[K] } }[RouteKind];

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedRequest;
  }
}

export const createAdmission = (needs: { sites: Sites; actors: Actors; methods: AllowedMethods }) => {
  const { sites, actors, methods } = needs;

  const admitWithKey = async (
    request: FastifyRequest,
    need: RequiredAccess,
    kind: RouteKind,
  ): Promise<AdmittedRequest> => {
    const { app } = request.params as { app?: string };
    const actor = await actors.requireActor(request, need, app);
    return kind === 'app' && app !== undefined
      ? { kind, context: { caller: { app, actor } } }
      : { kind: 'keyed', context: { actor } };
  };

  /** On the base host the path names the site. */
  const siteFor = async ({ raw, params }: FastifyRequest, access: Access): Promise<Site | undefined> => {
    const site = await sites.find(raw);
    const { publicSlug } = params as { publicSlug?: string };
    const isNamed = site === undefined && access === 'site-or-base' && publicSlug !== undefined;
    return isNamed && sites.isBase(raw) ? sites.findBySlug(publicSlug) : site;
  };

  const admit = async (
    request: FastifyRequest,
    access: Access,
    { route: { kind }, onSite }: { route: ConnectedRoute; onSite: ConnectedRoute | undefined },
  ): Promise<AdmittedRequest> => {
    if (access === 'every-host') return { kind: 'open', context: {} };
    if (isPublic(access)) {
      const site = await siteFor(request, access);
      if (site !== undefined) return { kind: 'site', context: { site } };
      throw notFound('app on this host');
    }
    const site = await sites.find(request.raw);
    if (site !== undefined && onSite !== undefined) return { kind: 'site', context: { site } };
    if (site !== undefined) throw await refuse(request);
    if (access === 'base' && !sites.isDashboard(request.raw)) throw addressNotFound();
    return access === 'anyone' || access === 'base'
      ? { kind: 'open', context: {} }
      : admitWithKey(request, access as RequiredAccess, kind);
  };

  const serviceHost = (raw: FastifyRequest['raw']): HostKind => {
    if (sites.isBase(raw)) return 'base';
    return sites.isDashboard(raw) ? 'alias' : 'elsewhere';
  };

  const refuse = async ({ raw, method, url }: FastifyRequest): Promise<HttpRefusal> => {
    // If the database is down the host's owner is unknown; the address is missing either way.
    const site = await sites.find(raw).catch(() => undefined);
    return methods.refusalAt(method, url, site === undefined ? serviceHost(raw) : 'site');
  };

  return { admit, refuse };
};
