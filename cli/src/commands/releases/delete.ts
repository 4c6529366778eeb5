import type { Release } from '@slipway/api';
import { type Command, sharedOptions } from '../../command.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { findRelease } from '../../releases/find-release.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';
import { formatQuantity } from '../../terminal/format.ts';

/** Fails before the confirmation, because the server would reject the request after it. */
const assertDraft = ({ state, version }: Release): void => {
  if (state === 'draft') return;
  const withdraw = `Stop offering it: slipway releases withdraw ${version} · `;
  throw new Failure(`${version} is ${state}. Only drafts can be deleted.`, {
    exit: exitCodes.refused,
    code: 'not-a-draft',
    remedy: `${state === 'published' ? withdraw : ''}Delete its files permanently: slipway prune ${version}`,
  });
};

export const deleteRelease: Command = {
  name: 'releases delete',
  summary: 'Delete a draft and its files.',
  about: 'A published release can’t be deleted: withdraw it, or prune its files.',
  args: [{ name: '<release>', about: 'version or release ID' }],
  options: [sharedOptions.app, sharedOptions.channel, sharedOptions.yes],
  examples: [
    { command: 'slipway releases delete 1.2.0 --yes', does: 'Delete the draft 1.2.0 without asking.' },
  ],
  async run(input, context) {
    const release = await findRelease(input.args[0] ?? '', context);
    assertDraft(release);
    const what = `${release.state} ${release.version} (${formatQuantity(release.artifacts.length, 'artifact')})`;
    await confirmDestructive(input, context, `This permanently deletes the ${what} of ${release.app}.`);
    await context.client().deleteRelease(release.app, release.id);
    context.output.object({ deleted: { release: release.id } });
    context.output.line(`Deleted ${release.version}.`);
  },
};
