/** Values of the search parameter `ver` that select a tab of the lists. Without the parameter, the open trades show. */
const ACTIVITY_TABS = ['senales', 'historial'] as const;
export type ActivityTab = (typeof ACTIVITY_TABS)[number];

/** Id of the lists, which the hash of an address can name. */
export const ACTIVITY_ID = 'actividad';

/** Returns the tab that the search parameters select. Undefined for the open trades. */
export const activityTabIn = ({ ver }: Readonly<Record<string, unknown>>): ActivityTab | undefined =>
  ACTIVITY_TABS.find((tab) => tab === ver);

/** Parses the search parameters of the dashboard. */
export function activitySearch(search: Readonly<Record<string, unknown>>): { ver?: ActivityTab } {
  const ver = activityTabIn(search);
  return ver === undefined ? {} : { ver };
}
