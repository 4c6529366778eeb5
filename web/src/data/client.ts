import { createClient, type Fetch, type FetchResponse, type Session } from '@slipway/api';

/*
 * The one way from the page to the service: the API that everyone else uses. The cookie of the session counts only
 * with a header of our own, which a page of another origin cannot send.
 */

/** Called when the service no longer takes the session. */
let onSignedOut: () => void = () => {};

/** Tells whom to call when a request is answered with 401. */
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

/** Calls of the API in the name of whoever is signed in. */
export const client = createClient({ baseUrl: '', fetch: dialInSession });

/** Makes a session of a key, which travels this once. */
export const openSession = (key: string, stay: boolean): Promise<{ session: Session }> =>
  createClient({ baseUrl: '', key, fetch: dial }).signIn({ stay });

/** Ends the session. */
export const closeSession = (): Promise<void> => createClient({ baseUrl: '', fetch: dial }).signOut();
