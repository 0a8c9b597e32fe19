/** Tests of the broker check at every broker's simulator. */
export { type CheckStageOptions, checkAgainst } from './check-stage.ts';
export { type CheckOptions, describeBrokerCheck } from './describe-check.ts';
export { describeRecorder, recordBrokerCheck } from './describe-recorder.ts';
export { describeRecordings } from './describe-recordings.ts';
