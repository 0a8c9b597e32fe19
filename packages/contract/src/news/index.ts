/** Notifications in words. The browser loads this part with the first notification that it shows. */

export { describeNews, type NewsFormats } from './describe-news.ts';
