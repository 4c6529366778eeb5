import { addressNotFound, HttpRefusal } from '../../response/problems.ts';
import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

const unbuilt =
  'The dashboard is not built. Run `npm run build --workspace @slipway/web` in the folder of the service and start it anew.';

export const readScreen = openRoute({
  summary: 'Open a screen of the dashboard',
  description: 'The page of the dashboard, which shows what its address names.',
  responses: { 200: 'A page.' },
  problems: ['not-found'],
  handle: async ({ request, reply }, needs: Needs<'dashboard' | 'slowReaderLimit'>) => {
    // A request with a key is an API call without `/v1`; the page would look like a response.
    if (request.headers.authorization !== undefined) throw addressNotFound();
    if (needs.dashboard.page === undefined) throw new HttpRefusal('not-found', unbuilt);
    sendAsset(needs.dashboard.page, { request, reply, unread: needs.slowReaderLimit });
    return alreadySent;
  },
});
