import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { denialReason } from '../../data/session.ts';
import { removeDomainConfirmation } from './messages.ts';

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
    {...removeDomainConfirmation(domain)}
    isDanger
    confirmText={domain}
    reason={denialReason('admin')}
    onConfirm={() => client.deleteDomain(app, domain)}
    onClose={onClose}
  />
);
