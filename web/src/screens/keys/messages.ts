import type { Key, Scope, Session } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import { formatAgo } from '../../ui/format.ts';

/* The sentences of the API keys screen. */

export const keyNameMissing = 'Enter a name.';
export const scopeMissing = 'Select a scope.';
export const secretUnsaved = 'Confirm that you saved the key.';
export const trustedPublishingHelp =
  'GitHub Actions and GitLab CI can publish with a short-lived token. No secret to store or rotate.';

/** The most common scope comes first. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  publish: 'Upload files and publish releases.',
  read: 'View releases, usage, and the audit log.',
  withdraw: 'Withdraw and restore releases, pause and resume rollouts.',
  prune: 'Permanently delete release files.',
  report: 'Send health reports for a rollout.',
  manage: 'Manage channels, keys, and settings.',
};

/** Why the user cannot grant a scope: a key grants only the scopes it has. */
export const scopeDenialReason = (scope: Scope, who: Session | null | undefined): string | undefined =>
  who?.actor === 'key' && who.key?.scopes.includes(scope) === false
    ? 'Your key doesn’t have this scope.'
    : undefined;

export const revokeLabel = (name: string): string => `This can’t be undone. Type “${name}” to confirm.`;

export const revokeConfirmation = ({ name, lastUsedAt }: Key, isOwn: boolean): Confirmation => ({
  title: `Revoke ${name}?`,
  lines: [
    { icon: 'arrow', text: 'Requests with this key fail immediately, and its sessions are signed out.' },
    isOwn
      ? { icon: 'warn', tone: 'bad', text: 'You’re signed in with this key.' }
      : {
          icon: 'clock',
          text: lastUsedAt === null ? 'Never used.' : `Last used ${formatAgo(lastUsedAt)}.`,
        },
    { icon: 'box', text: 'Releases published with it aren’t affected.' },
  ],
  button: 'Revoke key',
  done: `Revoked ${name}.`,
});
