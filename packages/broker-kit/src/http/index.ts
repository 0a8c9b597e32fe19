/** Single HTTP requests. */
export { askHttp, type HttpAnswer, type HttpQuestion } from './ask-http.ts';
