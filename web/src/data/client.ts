import { createClient, type Fetch, type FetchResponse, type Session } from '@slipway/api';

/*
 * The API client of the dashboard. Session cookies work only with a custom header, which other origins cannot send
 * (CSRF protection).
 */

/** Called when the server rejects the session. */
let onSignedOut: () => void = () => {};

/** Sets the handler for 401 responses. */
export const setSignedOutHandler = (call: () => void): void => {
  onSignedOut = call;
};

const dial: Fetch = (url, { headers, ...init }): Promise<FetchResponse> =>
  fetch(url, { ...init, headers: { ...headers, 'x-slipway-session': '1' }, credentials: 'same-origin' });

const dialInSession: Fetch = async (url, init) => {
  const answer = await dial(url, init);
  if (answer.status === 401) onSignedOut();
  return answer;
};

/** API calls with the session of the signed-in user. */
export const client = createClient({ baseUrl: '', fetch: dialInSession });

/** Exchanges a key for a session; the key is sent only here. */
export const openSession = (key: string, stay: boolean): Promise<{ session: Session }> =>
  createClient({ baseUrl: '', key, fetch: dial }).signIn({ stay });

export const closeSession = (): Promise<void> => createClient({ baseUrl: '', fetch: dial }).signOut();
