/*
 * Prevents two tabs from uploading to one draft. A tab asks the others before it starts, and a busy tab replies. The
 * Web Locks API would be simpler, but is missing on plain HTTP.
 */

/** Another tab uploads to this draft. */
export class OtherTabError extends Error {}

interface TabMessage {
  ask?: string;
  busy?: string;
}

export interface TabChannel {
  postMessage(word: TabMessage): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<TabMessage>) => void): void;
}

const answerMs = 200;

export const createTabLock = (radio: TabChannel | undefined) => {
  const own = new Set<string>();
  const others = new Set<string>();
  radio?.addEventListener('message', ({ data }) => {
    if (data.ask !== undefined && own.has(data.ask)) radio.postMessage({ busy: data.ask });
    if (data.busy !== undefined) others.add(data.busy);
  });
  return {
    /** Acquires a draft for this tab; false if another tab has it. */
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
