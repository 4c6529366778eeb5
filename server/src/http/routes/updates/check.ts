import { CargoPackagerUpdate, RestUpdate, SquirrelUpdate, TauriUpdate } from '@slipway/api';
import { Type } from 'typebox';
import { reservedChannels } from '../../../domain/model/channel.ts';
import { notFound } from '../../../domain/model/errors.ts';
import { isPreview } from '../../client/preview.ts';
import { addressNotFound } from '../../response/problems.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.5. The fast path answers first if the response is in memory (memory-responses.ts). */
export const checkUpdate = siteRoute({
  summary: 'Check for an update',
  description:
    'Called by installed copies. 200 returns the update in the adapter’s format, 204 means there is none. `target` is the full target or the part before the architecture.',
  params: ['channel', 'target', 'arch', 'currentVersion'],
  responses: {
    200: Type.Union([TauriUpdate, RestUpdate, SquirrelUpdate, CargoPackagerUpdate]),
    204: null,
    304: 'Not modified.',
  },
  problems: ['not-found', 'adapter-not-registered', 'database-unavailable'],
  handle: async (
    { site, params, request, reply },
    { check, metrics, readClient, sendResponse }: Needs<'check' | 'metrics' | 'readClient' | 'sendResponse'>,
  ) => {
    const { channel, target, arch, currentVersion } = params;
    if ([channel, target, arch, currentVersion].includes('')) throw notFound('address');
    // Reserved names start other routes, so this is a misspelled address and not a check.
    if (reservedChannels.includes(channel)) throw addressNotFound();
    const prepared = check.prepareFor(site, { channel, target, arch });
    const answerCounted = () => {
      const { outcome, answer } = check.respondTo(prepared, currentVersion, request.raw);
      metrics.check(prepared.adapter.id, outcome);
      return answer;
    };
    const answer = isPreview(request.raw)
      ? check.previewResponse(prepared, { ...readClient(request.raw), currentVersion })
      : answerCounted();
    reply.hijack();
    sendResponse(request.raw, reply.raw, answer);
    return alreadySent;
  },
});
