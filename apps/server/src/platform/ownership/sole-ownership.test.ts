import { describe } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createSoleOwnership } from './sole-ownership.ts';
import { describeOwnership } from './testing-contract.ts';

describe('ownership of the only process', () => {
  describeOwnership(() => createSoleOwnership(createLogger('silent')));
});
