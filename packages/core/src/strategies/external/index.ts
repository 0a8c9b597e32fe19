export {
  type ExternalMessage,
  isOwnSymbol,
  MESSAGE_FIELDS,
  type MessageFault,
  type MessageField,
  type MessageFormat,
  readMessage,
} from './message.ts';
export { type PatternFault, type PatternPart, readPattern } from './pattern.ts';
export { EXTERNAL_AGE_SECONDS, type TimingFault, timingFault, WORK_TOLERANCE_MS } from './timing.ts';
