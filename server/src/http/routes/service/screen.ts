import { addressNotFound, HttpRefusal } from '../../response/problems.ts';
import { sendAsset } from '../../response/send-asset.ts';
import { alreadySent, openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

const unbuilt =
  'The dashboard isn’t built. Run `npm run build --workspace @slipway/web` in the server’s folder and restart.';

export const readScreen = openRoute({
  summary: 'Open a dashboard screen',
  description: 'The dashboard page, for the screen in the URL.',
  responses: { 200: 'The page.' },
  problems: ['not-found'],
  handle: async ({ request, reply }, needs: Needs<'dashboard' | 'slowReaderLimit'>) => {
    // A request with a key is an API call without `/v1`; the page would look like a response.
    if (request.headers.authorization !== undefined) throw addressNotFound();
    if (needs.dashboard.page === undefined) throw new HttpRefusal('not-found', unbuilt);
    sendAsset(needs.dashboard.page, { request, reply, unread: needs.slowReaderLimit });
    return alreadySent;
  },
});
