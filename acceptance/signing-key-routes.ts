import { createSigner } from '../lab/signer.ts';
import type { ApiRoute, Values } from './api-route.ts';
import type { Publisher } from './publisher.ts';

const added = async (app: Publisher): Promise<Values> => {
  const { signingKey } = await app.client.addSigningKey(app.slug, {
    publicKey: createSigner().publicKey.line,
  });
  return { id: signingKey.id };
};

/** The calls for an app's signing keys. */
export const signingKeyRoutes: ApiRoute[] = [
  { method: 'GET', template: '/v1/apps/{app}/signing-keys', scope: 'read', status: 200 },
  {
    method: 'POST',
    template: '/v1/apps/{app}/signing-keys',
    scope: 'manage',
    status: 201,
    body: () => ({ publicKey: createSigner().publicKey.tauri }),
  },
  {
    method: 'PATCH',
    template: '/v1/apps/{app}/signing-keys/{id}',
    scope: 'manage',
    status: 200,
    body: () => ({ state: 'retired' }),
    prepare: added,
  },
];
