import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-session-closed';

/**
 * Notes in the session storage of the tab that the session was closed elsewhere, because the page reloads on the way to
 * /login.
 */
export const noteClosedElsewhere = (): void => writeTab(KEY, 'elsewhere');
export const wasClosedElsewhere = (): boolean => readTab(KEY) !== null;
export const forgetClosedElsewhere = (): void => removeTab(KEY);
