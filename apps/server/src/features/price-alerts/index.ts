/** Alerts of users on prices: a live tick that reaches a level notifies once. */
export { AlertWatch } from './alert-watch.ts';
export { PRICE_ALERT_SECTIONS } from './export-sections.ts';
export { registerPriceAlertRoutes } from './price-alerts.routes.ts';
export { PriceAlerts } from './price-alerts.ts';
