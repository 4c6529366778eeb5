import type { ComponentChildren, ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { denialReason } from '../../data/session.ts';
import { toast } from '../../ui/toast.tsx';
import { loadReleaseScreens } from '../load-lazy-screens.ts';
import { withdrawUnreachable } from '../messages.ts';

/** Withdraws a release from any screen of its app. The dialog is loaded on demand. */
export const useWithdraw = (
  app: string,
): { isAllowed: boolean; open: () => void; dialog: ComponentChildren } => {
  const [asking, setAsking] = useState<
    { Dialog: ComponentType<{ app: string; onClose: () => void }> } | undefined
  >(undefined);
  return {
    isAllowed: denialReason('withdraw') === undefined,
    open: () =>
      void loadReleaseScreens().then(
        ({ WithdrawAnywhere }) => setAsking({ Dialog: WithdrawAnywhere }),
        () => toast(withdrawUnreachable),
      ),
    dialog: asking && <asking.Dialog app={app} onClose={() => setAsking(undefined)} />,
  };
};
