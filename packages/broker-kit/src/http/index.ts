/** Single HTTP requests. */
export { type HttpRequestOptions, type HttpResponse, sendHttpRequest } from './send-http-request.ts';
