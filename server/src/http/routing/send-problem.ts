import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sites } from '../hosts/sites.ts';
import { HttpRefusal, problemHeaders, problemOf, renderProblem } from '../response/problems.ts';
import { corsHeaders } from '../response/public-headers.ts';
import { isPublic } from './route.ts';

/** Problems on public hosts allow CORS, whatever the path. */
export const createProblemSender = (sites: Sites) => {
  const isRead = ({ raw, routeOptions }: FastifyRequest): boolean =>
    isPublic(routeOptions.config.access) || sites.peek(raw) !== undefined;

  const log = (error: unknown, { log }: FastifyRequest): void => {
    const { code } = problemOf(error);
    const cause = error instanceof Error ? error.cause : undefined;
    if (code === 'internal') log.error({ err: error }, 'request failed');
    else if (cause !== undefined)
      log.warn({ err: cause, code, detail: (error as Error).message }, 'request refused');
  };

  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    log(error, request);
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const facts = problemOf(error);
    const problem = renderProblem(facts, request.id);
    const headers = error instanceof HttpRefusal ? error.headers : {};
    const crossing = isRead(request) ? corsHeaders : {};
    void reply
      .code(problem.status)
      .headers({ ...problemHeaders(facts.code), ...crossing, ...headers })
      .send(JSON.stringify(problem));
  };
};
export type SendProblem = ReturnType<typeof createProblemSender>;
