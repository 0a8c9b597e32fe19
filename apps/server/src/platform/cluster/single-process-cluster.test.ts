import { describe } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createSingleProcessCluster } from './single-process-cluster.ts';
import { describeCluster } from './testing-contract.ts';

describe('SingleProcessCluster', () => {
  describeCluster(() => createSingleProcessCluster(createLogger('silent')));
});
