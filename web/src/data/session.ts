import type { ProblemError, Scope, Session } from '@slipway/api';
import { client, closeSession, openSession, setSignedOutHandler } from './client.ts';
import { clearQueries, invalidateQueries } from './query-cache.ts';
import { createSignal } from './signal.ts';

/*
 * The session of the signed-in user. The key is sent once and never stored; the session cookie is HttpOnly. A session
 * that expires while the page is open keeps the screen and shows the sign-in form on top of it.
 */

/** Null if signed out, undefined until known. A change re-renders everything. */
export const session = createSignal<Session | null | undefined>(undefined);

/** True if the session expired while the page was open. */
export const sessionEnded = createSignal(false);

export const actorName = (): string => {
  const who = session.value;
  return who?.actor === 'key' ? (who.key?.name ?? 'API key') : 'Admin';
};

let news: BroadcastChannel | undefined;

setSignedOutHandler(() => {
  if (session.value) sessionEnded.value = true;
});

/** Loads the session. An expired cookie counts as signed out. */
export const findSession = async (): Promise<void> => {
  try {
    session.value = (await client.getSession()).session;
  } catch (error) {
    if ((error as Partial<ProblemError>).status !== 401) throw error;
    session.value = null;
  }
};

/** Signs in; after an expired session, the current screen continues. */
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

/** Signs out in all tabs. */
export const signOut = async (): Promise<void> => {
  await closeSession();
  leave();
  news?.postMessage('out');
};

/** Shares sign-in and sign-out between tabs. */
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

/** The scope an action needs, one of two scopes, or the admin key. */
export type Requirement = Scope | readonly Scope[] | 'admin';

/** Why a user lacks permission, as a sentence; undefined if allowed. */
export const denialReasonFor = (need: Requirement, who: Session | null | undefined): string | undefined => {
  if (who?.actor === 'admin') return undefined;
  if (need === 'admin') return 'Requires the admin key.';
  const needed = typeof need === 'string' ? [need] : need;
  const scopes = who?.key?.scopes ?? [];
  if (needed.some((scope) => scopes.includes(scope))) return undefined;
  return `Requires the ${needed.join(' or ')} scope. Your key has: ${scopes.join(', ') || 'none'}.`;
};

/** The same for the current user. */
export const denialReason = (need: Requirement): string | undefined => denialReasonFor(need, session.value);
