/** A single HTTP request. */
export { askHttp, type HttpAnswer, type HttpQuestion } from './ask-http.ts';
