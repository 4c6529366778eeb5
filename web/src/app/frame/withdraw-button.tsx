import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { loadLazyScreens } from '../load-lazy-screens.ts';
import { withdrawUnreachable } from '../messages.ts';

type WithdrawPicker = ComponentType<{ app: string; onClose: () => void }>;

/** Withdraws a release from any screen of its app. The dialog is loaded on demand. */
export const WithdrawButton = ({ app }: { app: string }) => {
  const [asking, setAsking] = useState<{ component: WithdrawPicker } | undefined>(undefined);
  const press = async (): Promise<void> => {
    try {
      const { WithdrawAnywhere } = await loadLazyScreens();
      setAsking({ component: WithdrawAnywhere });
    } catch {
      toast(withdrawUnreachable);
    }
  };
  const Dialog = asking?.component;
  return (
    <>
      <Button kind="danger" disabledReason={denialReason('withdraw')} onPress={() => void press()}>
        Withdraw a release…
      </Button>
      {Dialog !== undefined && <Dialog app={app} onClose={() => setAsking(undefined)} />}
    </>
  );
};
