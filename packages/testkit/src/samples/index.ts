export * from './describe-samples.ts';
