import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-session-closed';

/** Stores in session storage that another device ended the session, because the page reloads on the way to /login. */
export const rememberClosedElsewhere = (): void => writeTab(KEY, 'elsewhere');
export const wasClosedElsewhere = (): boolean => readTab(KEY) !== null;
export const forgetClosedElsewhere = (): void => removeTab(KEY);
