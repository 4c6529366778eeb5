import {
  githubClaims,
  githubPipeline,
  type OidcIssuer,
  startOidcIssuer,
} from '../../../../lab/oidc-issuer.ts';
import type { HttpReply } from '../../../../lab/request.ts';
import { createTestApp, type Running, type StartOptions, startService, type TestApp } from '../../harness.ts';

/* A server that trusts a local issuer, and an app that trusts one of its pipelines. */

export interface Stage {
  service: Running;
  issuer: OidcIssuer;
  app: TestApp;
  audience: string;
  /** A token of the trusted pipeline for this server, with overrides. */
  token(claims?: Record<string, unknown>, options?: Parameters<OidcIssuer['sign']>[1]): Promise<string>;
  exchange(token: string, app?: string): Promise<HttpReply>;
  trust(body?: Record<string, unknown>, app?: TestApp): Promise<HttpReply>;
  stop(): Promise<void>;
}

export const openStage = async ({ env = {}, ...options }: StartOptions = {}): Promise<Stage> => {
  const issuer = await startOidcIssuer();
  const service = await startService({ ...options, env: { SLIPWAY_OIDC_ISSUERS: issuer.issuer, ...env } });
  const audience = `http://localhost:${service.port}`;
  const app = await createTestApp(service);
  return {
    service,
    issuer,
    app,
    audience,
    token: (claims, sign) => issuer.sign(githubClaims({ aud: audience, ...claims }), sign),
    exchange: (token, slug = app.slug) =>
      service.api('/v1/oidc/exchange', { key: '', json: { token, app: slug } }),
    trust: (body = {}, { slug, key } = app) =>
      service.api(`/v1/apps/${slug}/trusted-publishers`, {
        key,
        json: { ...githubPipeline, issuer: issuer.issuer, ...body },
      }),
    stop: async () => {
      await service.stop();
      await issuer.stop();
    },
  };
};

/** The code of a problem and of its first error. */
export const faultOf = (reply: HttpReply): string => {
  const { code, errors } = reply.json<{ code: string; errors?: { code: string }[] }>();
  return `${reply.status} ${code}${errors?.[0] === undefined ? '' : ` ${errors[0].code}`}`;
};
