/** User-Agent of the adapter, unless the user pasted the User-Agent that belongs to a session. */
export const USER_AGENT = 'Vigia/0.1';
