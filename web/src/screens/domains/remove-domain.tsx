import { Ask } from '../../acting/ask.tsx';
import { client } from '../../client.ts';
import { mayNot } from '../../session.ts';

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
        text: `Installed copies that ask at ${domain} are answered 404: they get no updates until it is back.`,
      },
      { icon: 'box', text: 'Downloads from addresses under it stop, too.' },
      { icon: 'undo', text: 'It can be added again, unless another app takes it meanwhile.' },
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
