import { requestPort } from '../../../lab/request.ts';
import type { Ticket } from '../harness.ts';
import { type Stage, target } from './stage.ts';

export const size = 200_000;

/** Helpers to declare, upload and download. */
export const uploadingOn = (stage: () => Stage) => {
  let versions = 0;

  const declared = async (bytes: Buffer) => {
    const { publisher } = stage();
    versions += 1;
    const version = `10.0.${versions}`;
    const id = await publisher.draft({ version });
    return { id, version, bytes, ticket: await publisher.presign({ version }, { target, bytes }) };
  };

  const put = ({ uploadUrl, headers }: Ticket, body: Uint8Array, more: Record<string, string> = {}) => {
    const { pathname, search } = new URL(uploadUrl);
    const question = { method: 'PUT', headers: { ...headers, ...more }, body, agent: false as const };
    return requestPort(stage().service.uploadPort, pathname + search, question);
  };

  const download = (id: string) =>
    stage().service.site(stage().app.slug, `/releases/download/${id}/${target}`);

  return { declared, put, download };
};
