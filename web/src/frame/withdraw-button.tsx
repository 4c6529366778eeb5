import type { ComponentType } from 'preact';
import { useId, useState } from 'preact/hooks';
import { toast } from '../parts/toast.tsx';
import { mayNot } from '../session.ts';

type Asking = ComponentType<{ app: string; onClose: () => void }>;

/** The way out of a bad release, on every screen of its app. What asks is loaded when it is pressed. */
export const WithdrawButton = ({ app }: { app: string }) => {
  const id = useId();
  const [asking, setAsking] = useState<{ component: Asking } | undefined>(undefined);
  const reason = mayNot('withdraw');
  const press = async (): Promise<void> => {
    if (reason !== undefined) return;
    try {
      const { WithdrawAnywhere } = await import('../chunks/releases.ts');
      setAsking({ component: WithdrawAnywhere });
    } catch {
      toast('The service does not answer. Try again, or run slipway releases withdraw.');
    }
  };
  const Asked = asking?.component;
  return (
    <span class="reasoned">
      <button
        type="button"
        class="nav-withdraw"
        aria-disabled={reason === undefined ? undefined : 'true'}
        aria-describedby={reason === undefined ? undefined : id}
        onClick={() => void press()}
      >
        Withdraw…
      </button>
      {reason !== undefined && (
        <span class="reason" role="tooltip" id={id}>
          {reason}
        </span>
      )}
      {Asked !== undefined && <Asked app={app} onClose={() => setAsking(undefined)} />}
    </span>
  );
};
