import type { FastifyRequest } from 'fastify';
import type { Need } from '../../domain/access.ts';
import { notFound } from '../../domain/nouns/errors.ts';
import { nowhere } from '../answer/problems.ts';
import type { Sites } from '../public/sites.ts';
import type { Access, Given, Kind, Route } from '../route.ts';
import type { Actors } from './actor.ts';

/*
 * Who is let in, before anyone reads a body. On an app's host only public paths answer; public paths answer nowhere
 * else. What is learned here is what the route's kind gives its handler.
 */

/** A request that was let in, with what its kind of route is given. */
export type Admitted = { [K in Kind]: { kind: K; given: Given[K] } }[Kind];

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted;
  }
}

export const createAdmission = ({ sites, actors }: { sites: Sites; actors: Actors }) => {
  const admitWithKey = async (request: FastifyRequest, need: Need, kind: Kind): Promise<Admitted> => {
    const { app } = request.params as { app?: string };
    const actor = await actors(request, need, app);
    return kind === 'app' && app !== undefined
      ? { kind, given: { caller: { app, actor } } }
      : { kind: 'keyed', given: { actor } };
  };

  return async (request: FastifyRequest, access: Access, { kind }: Route): Promise<Admitted> => {
    if (access === 'every-host') return { kind: 'open', given: {} };
    const site = await sites.find(request.raw);
    if (access === 'site') {
      if (site === undefined) throw notFound('app on this host');
      return { kind: 'site', given: { site } };
    }
    if (site !== undefined) throw nowhere();
    return access === 'anyone' ? { kind: 'open', given: {} } : admitWithKey(request, access, kind);
  };
};
