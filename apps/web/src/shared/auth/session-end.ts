import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-session-closed';

/** The page is loaded anew on the way to /login: what it is to say there waits in the tab. */
export const noteClosedElsewhere = (): void => writeTab(KEY, 'elsewhere');
export const wasClosedElsewhere = (): boolean => readTab(KEY) !== null;
export const forgetClosedElsewhere = (): void => removeTab(KEY);
