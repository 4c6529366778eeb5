import { Ask } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { mayNot } from '../../data/session.ts';

/** Asks before a domain is taken away: copies that ask there are cut off, so its name is typed. */
export const RemoveDomain = ({
  app,
  domain,
  onClose,
}: {
  app: string;
  domain: string;
  onClose: () => void;
}) => (
  <Ask
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
    word={domain}
    reason={mayNot('admin')}
    act={() => client.deleteDomain(app, domain)}
    done={`${domain} is removed.`}
    onClose={onClose}
  />
);
