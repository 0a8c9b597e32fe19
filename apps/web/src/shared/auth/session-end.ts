import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-session-closed';

/** The page reloads on the way to /login, so the message waits in the session storage of the tab. */
export const noteClosedElsewhere = (): void => writeTab(KEY, 'elsewhere');
export const wasClosedElsewhere = (): boolean => readTab(KEY) !== null;
export const forgetClosedElsewhere = (): void => removeTab(KEY);
