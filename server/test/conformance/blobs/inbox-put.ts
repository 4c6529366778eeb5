import type { UploadInbox } from '../../../src/domain/ports/uploads.ts';
import type { BlobsHarness } from './stage.ts';

const inPieces = async function* (body: Uint8Array) {
  for (let from = 0; from < body.length; from += 65_536) yield body.subarray(from, from + 65_536);
};

/** Handles a PUT like the upload listener, without the listener. */
export const inboxPut =
  (inbox: UploadInbox): BlobsHarness['put'] =>
  async (url, headers, body) => {
    const { pathname, search } = new URL(url);
    const admission = inbox.admit(`${pathname}${search}`, {
      ...headers,
      'content-length': String(body.length),
    });
    return (await admission.receive(inPieces(body))).etag;
  };
