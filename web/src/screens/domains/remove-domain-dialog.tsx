import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { denialReason } from '../../data/session.ts';

/** Confirms removing a domain. Clients that use it stop getting updates, so the user types its name. */
export const RemoveDomainDialog = ({
  app,
  domain,
  onClose,
}: {
  app: string;
  domain: string;
  onClose: () => void;
}) => (
  <ActionDialog
    app={app}
    title={`Remove ${domain}?`}
    lines={[
      {
        icon: 'people',
        tone: 'warn',
        text: `Clients that use ${domain} get HTTP 404 and no updates.`,
      },
      { icon: 'box', text: 'Downloads from it stop.' },
      { icon: 'undo', text: 'You can add it again unless another app takes it.' },
    ]}
    button={`Remove ${domain}`}
    isDanger
    confirmText={domain}
    reason={denialReason('admin')}
    onConfirm={() => client.deleteDomain(app, domain)}
    done={`${domain} is removed.`}
    onClose={onClose}
  />
);
