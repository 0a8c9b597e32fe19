/** Recordings of a broker's traffic without secrets, and their replay to the adapter. */
export { Recorder, type RecorderOptions } from './recorder.ts';
export { parseRecording, type Recording, recordingText } from './recording.ts';
export { changedSteps, type ReplayFault, replayRecording } from './replay.ts';
