import type { ProblemError, Scope, Session } from '@slipway/api';
import { client, closeSession, openSession, setSignedOutHandler } from './client.ts';
import { clearQueries, invalidateQueries } from './query-cache.ts';
import { createSignal } from './signal.ts';

/*
 * Who is signed in. The key is sent once and kept nowhere; what stays is a cookie that no script can read. A session
 * that ends while the page is open leaves everything on the screen as it is and asks for the key above it.
 */

/** Who is signed in: null is nobody, undefined is not known yet. When it changes, everything is drawn anew. */
export const session = createSignal<Session | null | undefined>(undefined);

/** Whether the session ended while the page was open. */
export const sessionEnded = createSignal(false);

/** Who that is, in a word. */
export const actorName = (): string => {
  const who = session.value;
  return who?.actor === 'key' ? (who.key?.name ?? 'key') : 'admin';
};

let news: BroadcastChannel | undefined;

setSignedOutHandler(() => {
  if (session.value) sessionEnded.value = true;
});

/** Asks the service who is signed in. A cookie that counts no more is nobody's: its holder signs in again. */
export const findSession = async (): Promise<void> => {
  try {
    session.value = (await client.getSession()).session;
  } catch (error) {
    if ((error as Partial<ProblemError>).status !== 401) throw error;
    session.value = null;
  }
};

/** Signs in; what was on the screen goes on where the session had ended. */
export const signIn = async (key: string, stay: boolean): Promise<void> => {
  const { session: opened } = await openSession(key, stay);
  const isOther = session.value?.key?.id !== opened.key?.id;
  if (isOther) clearQueries();
  session.value = opened;
  sessionEnded.value = false;
  invalidateQueries();
  news?.postMessage('in');
};

const leave = (): void => {
  session.value = null;
  sessionEnded.value = false;
  clearQueries();
};

/** Signs out here and in the other tabs. */
export const signOut = async (): Promise<void> => {
  await closeSession();
  leave();
  news?.postMessage('out');
};

/** Listens to the other tabs: who signs in or out in one does so in all. */
export const syncTabs = (): void => {
  news = new BroadcastChannel('slipway-session');
  news.onmessage = ({ data }) => {
    if (data === 'out') leave();
    else if (session.value === null || sessionEnded.value)
      void findSession().then(() => {
        sessionEnded.value = false;
        invalidateQueries();
      });
  };
};

/** What an action needs: a scope, one of two, or the admin key. */
export type Requirement = Scope | readonly Scope[] | 'admin';

/** Why whoever is signed in may not do something, as a sentence; undefined where they may. */
export const denialReasonFor = (need: Requirement, who: Session | null | undefined): string | undefined => {
  if (who?.actor === 'admin') return undefined;
  if (need === 'admin') return 'Only the admin key may do this.';
  const needed = typeof need === 'string' ? [need] : need;
  const held = who?.key?.scopes ?? [];
  if (needed.some((scope) => held.includes(scope))) return undefined;
  return `Needs the scope ${needed.join(' or ')}; this key has ${held.join(', ') || 'none'}.`;
};

/** Why whoever is signed in at present may not do something. */
export const denialReason = (need: Requirement): string | undefined => denialReasonFor(need, session.value);
