/** One question over HTTP. */
export { askHttp, type HttpAnswer, type HttpQuestion } from './ask-http.ts';
