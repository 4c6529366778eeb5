import { addressNotFound } from '../../response/problems.ts';
import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const readAsset = openRoute({
  summary: 'Get a dashboard file',
  description: 'Scripts and styles. Names contain the content hash, so files never change.',
  params: ['file'],
  responses: { 200: 'The file.' },
  problems: ['not-found'],
  handle: async ({ params, request, reply }, needs: Needs<'dashboard' | 'slowReaderLimit'>) => {
    const asset = needs.dashboard.findAsset(params.file);
    if (asset === undefined) throw addressNotFound();
    sendAsset(asset, { request, reply, unread: needs.slowReaderLimit });
    return alreadySent;
  },
});
