/*
 * Two tabs that fill one draft would send everything twice. Whoever begins asks the others; a tab that is at it says so.
 * Locks of the browser would be simpler, but are missing on plain http.
 */

interface TabMessage {
  ask?: string;
  busy?: string;
}

export interface TabChannel {
  postMessage(word: TabMessage): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<TabMessage>) => void): void;
}

const answerMs = 200;

/** Asks the other tabs, and answers them. */
export const createTabLock = (radio: TabChannel | undefined) => {
  const own = new Set<string>();
  const others = new Set<string>();
  radio?.addEventListener('message', ({ data }) => {
    if (data.ask !== undefined && own.has(data.ask)) radio.postMessage({ busy: data.ask });
    if (data.busy !== undefined) others.add(data.busy);
  });
  return {
    /** Takes a draft for this tab; false where another tab has it. */
    take: async (draft: string): Promise<boolean> => {
      if (own.has(draft)) return true;
      others.delete(draft);
      radio?.postMessage({ ask: draft });
      await new Promise((resolve) => setTimeout(resolve, radio === undefined ? 0 : answerMs));
      if (others.has(draft)) return false;
      own.add(draft);
      return true;
    },
    release: (draft: string): void => {
      own.delete(draft);
    },
  };
};
