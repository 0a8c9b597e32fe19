/** Single HTTP requests. */
export { askHttp, type HttpQuestion, type HttpResponse } from './ask-http.ts';
