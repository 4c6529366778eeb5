import type { FastifyRequest } from 'fastify';
import type { Need } from '../../domain/access.ts';
import type { Linking } from '../../domain/linking.ts';
import { bounds } from '../../domain/nouns/bounds.ts';
import { defaultChannel } from '../../domain/nouns/channel.ts';
import { notFound } from '../../domain/nouns/errors.ts';
import type { Site } from '../../domain/nouns/site.ts';
import { EdgeRefusal } from '../answer/problems.ts';
import type { Links } from '../links.ts';
import type { Methods } from '../methods.ts';
import type { Sites } from '../public/sites.ts';
import { type Access, type Given, isPublic, type Kind, type Route } from '../route.ts';
import type { Actors } from './actor.ts';

/*
 * Who is let in, before anyone reads a body. On an app's host only public paths answer; public paths answer nowhere
 * else, but for those that name their app, which the base host answers, too. What is learned here is what the route's
 * kind gives its handler.
 */

/** A request that was let in, with what its kind of route is given. */
export type Admitted = { [K in Kind]: { kind: K; given: Given[K] } }[Kind];

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted;
  }
}

export const createAdmission = (needs: {
  sites: Sites;
  actors: Actors;
  linking: Pick<Linking, 'targetsOf'>;
  links: Pick<Links, 'permanent'>;
  methods: Methods;
}) => {
  const { sites, actors, linking, links, methods } = needs;

  const admitWithKey = async (request: FastifyRequest, need: Need, kind: Kind): Promise<Admitted> => {
    const { app } = request.params as { app?: string };
    const actor = await actors.demand(request, need, app);
    return kind === 'app' && app !== undefined
      ? { kind, given: { caller: { app, actor } } }
      : { kind: 'keyed', given: { actor } };
  };

  /** The site that a public path is asked of; on the base host the path names it. */
  const siteFor = async ({ raw, params }: FastifyRequest, access: Access): Promise<Site | undefined> => {
    const site = await sites.find(raw);
    const { publicSlug } = params as { publicSlug?: string };
    const isNamed = site === undefined && access === 'site-or-base' && publicSlug !== undefined;
    return isNamed && sites.isBase(raw) ? sites.findNamed(publicSlug) : site;
  };

  /** Whoever opens an app's host in a browser is told where its files are. */
  const noPage = (site: Site): EdgeRefusal => {
    const targets = linking.targetsOf(site, defaultChannel);
    const address = site.baseUrl + links.permanent.replace(':target', '');
    const where = `Download the newest file from ${address} and one of: ${targets.slice(0, bounds.namedTargets).join(', ')}.`;
    return new EdgeRefusal('not-found', `There is no page here.${targets.length === 0 ? '' : ` ${where}`}`);
  };

  const admit = async (request: FastifyRequest, access: Access, { kind }: Route): Promise<Admitted> => {
    if (access === 'every-host') return { kind: 'open', given: {} };
    if (isPublic(access)) {
      const site = await siteFor(request, access);
      if (site !== undefined) return { kind: 'site', given: { site } };
      throw notFound('app on this host');
    }
    if ((await sites.find(request.raw)) !== undefined) throw await refuse(request);
    return access === 'anyone' ? { kind: 'open', given: {} } : admitWithKey(request, access as Need, kind);
  };

  /** What is said where no route answers. */
  const refuse = async ({ raw, url, method }: FastifyRequest): Promise<EdgeRefusal> => {
    // With the database away nobody knows whose host it is; what is not there is not there on any.
    const site = await sites.find(raw).catch(() => undefined);
    if (site !== undefined && url.split('?', 1)[0] === '/' && method === 'GET') return noPage(site);
    const where = site !== undefined ? 'site' : sites.isBase(raw) ? 'base' : 'elsewhere';
    return methods.refusalAt(url, where);
  };

  return { admit, refuse };
};
