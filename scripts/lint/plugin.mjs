import { noAmbientTime } from './ambient-time.mjs';
import { noLiteralText } from './literal-text.mjs';

export default {
  meta: { name: 'vigia' },
  rules: { 'no-ambient-time': noAmbientTime, 'no-literal-text': noLiteralText },
};
